import type { Api } from './api-client.ts';
import type { ApiContext } from './api-context.ts';
import { readEndpoint, readVariable, requireKey } from './environment.ts';

/** The API of LangSmith with the key of the environment; without one it throws a UserError. */
export function langsmithApi(label: string, context: ApiContext): Api {
  const key = requireKey(context, ['LANGSMITH_API_KEY', 'LANGCHAIN_API_KEY'], label);
  const workspace = readVariable(context, ['LANGSMITH_WORKSPACE_ID']);
  return {
    title: 'LangSmith',
    endpoint: readEndpoint(
      context,
      ['LANGSMITH_ENDPOINT', 'LANGCHAIN_ENDPOINT'],
      label,
      'https://api.smith.langchain.com',
      /\/api(?:\/v\d)?$/,
    ),
    label,
    headers: { 'x-api-key': key, ...(workspace === null ? {} : { 'x-tenant-id': workspace }) },
    keyName: 'LANGSMITH_API_KEY',
    secrets: [key],
  };
}
