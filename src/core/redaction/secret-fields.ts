import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';

const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'authorization',
  'proxyauthorization',
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'apikey',
  'xapikey',
  'cookie',
  'setcookie',
  'credentials',
]);
const SECRET_ENDINGS =
  /(?:password|passphrase|apikey|secret|secretkey|privatekey|accesskey|accesstoken|authtoken|refreshtoken|bearertoken|sessiontoken|idtoken|apitoken|securitytoken)$/;

/** Whether a member of this name holds a secret. */
function isSecretField(name: string): boolean {
  if (name.length > 60) return false;
  const plain = name.toLowerCase().replace(/[\s_.-]+/g, '');
  return SECRET_FIELDS.has(plain) || SECRET_ENDINGS.test(plain);
}

/** A list of headers or variables names its secrets in another member: `{ name: "Authorization", value: … }`. */
function isNamedSecret(value: JsonObject): boolean {
  return ['name', 'key', 'header'].some((member) => {
    const name = Object.hasOwn(value, member) ? value[member] : null;
    return typeof name === 'string' && isSecretField(name);
  });
}

/** Whether a member of a value holds a secret by its name, or by the name beside it. */
export function isSecretMember(name: string, owner: Json | undefined): boolean {
  if (isSecretField(name)) return true;
  return (
    name.toLowerCase() === 'value' &&
    owner !== undefined &&
    isJsonObject(owner) &&
    isNamedSecret(owner)
  );
}
