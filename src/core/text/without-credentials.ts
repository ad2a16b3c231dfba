/** Parameters of an address that contain a secret by their name. */
const SECRET = /pass|pwd|secret|token|key|auth|credential/i;

/**
 * The address of a source as it may be shown: without a user, a password and secret parameters. Of a path to a file only
 * the name stays, so that a report does not depend on the machine. Where a password may contain the signs that end it,
 * only the scheme is shown.
 */
export function withoutCredentials(address: string): string {
  const [, scheme = '', rest = ''] = /^([^:]*:\/\/)(.*)$/s.exec(address) ?? [];
  if (scheme === '') return address;
  const question = rest.indexOf('?');
  const path = question < 0 ? rest : rest.slice(0, question);
  const authority = path.slice(path.lastIndexOf('@') + 1);
  const host = /^[^/#]*/.exec(authority)?.[0] ?? '';
  // A colon before something that is not a port: the rest of a password that was not escaped.
  if (/:(?!\d*$)/.test(host.replace(/^\[[^\]]*\]/, ''))) return `${scheme}…`;
  if (question < 0) return scheme + authority;
  const parameters = rest.slice(question + 1).split('&');
  return `${scheme}${authority}?${parameters.map(showParameter).join('&')}`;
}

function showParameter(parameter: string): string {
  const equals = parameter.indexOf('=');
  if (equals < 0) return parameter;
  const name = parameter.slice(0, equals);
  if (SECRET.test(name)) return `${name}=…`;
  if (name !== 'mapping') return parameter;
  return `mapping=${parameter.slice(equals + 1).replace(/^.*(?:[/\\]|%2F|%5C)/i, '')}`;
}
