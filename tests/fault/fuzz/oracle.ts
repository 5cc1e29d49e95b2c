import type { FuzzRequest } from './requests.ts'
import type { Answer } from './send.ts'
import { FORGED_HEADER, HTML_MARKER } from './values.ts'

/**
 * Only the person with this email address or phone number, managers, and anyone who has a link that was sent to the email address may read
 * it.
 */
type Canary = { text: string; owner: string; links?: readonly string[] }
export type Secrets = { canaries: readonly Canary[]; never: readonly string[] }

/** No hostile value matches these patterns. `/tiles/home/` is a public path, but `/home/` isn't. */
const INSIDES: Readonly<Record<string, RegExp>> = {
  'a stack trace': /\n\s+at .+:\d+:\d+|\bat (async )?\w[\w.]* \(.*:\d+:\d+\)|node:internal/,
  'a file path': /\/(apps|packages|node_modules)\/[\w@./-]+\.(ts|js|mjs|sql)\b|(?<!\w)\/(home|root|srv|var\/lib|usr\/lib)\/\w/,
  SQL: /\b(select|insert into|update|delete from)\b[^"<]{1,200}\b(from|values|set)\s+"?(people|passwords|sessions|actions|photos|history|commands|emails|account_links|brief_links|settings|audit_log)\b/i,
  'an error of PostgreSQL':
    /syntax error at or near|violates (unique|foreign key|check|not-null)|duplicate key value|invalid input syntax for type|invalid byte sequence for|(relation|column|constraint) "\w+"|\bSQLSTATE\b|\bkysely\b|PostgresError/i,
  'an address of a database': /postgres(ql)?:\/\//,
  'a password hash': /\$(argon2|scrypt|2[aby])[id$]/,
}

/** A 503 with Retry-After and the app's own error code is intended. */
function whyNotMeant(request: FuzzRequest, { status, headers, body }: Answer): string | null {
  if (status === -1) return 'no answer in time'
  // An incomplete request needs no response.
  if (status === 0) return request.classes.some((kind) => ['transport: wrong length', 'header: host'].includes(kind)) ? null : 'no answer'
  if (status < 500) return null
  const isDesigned = status === 503 && headers['retry-after'] !== undefined && body.includes('"code":"unavailable"')
  return isDesigned ? null : `status ${status}`
}

function findLeaks(request: FuzzRequest, answer: Answer, actorId: string, maySeePeople: boolean, { canaries, never }: Secrets): string[] {
  const output = `${answer.head}\n${answer.body.toString('utf8')}`
  const asked = `${decoded(request.path)} ${request.body ?? ''}`
  const readers = [actorId, answer.headers['set-cookie'] ? /"id":"([0-9a-f-]{36})"/.exec(output)?.[1] : undefined]
  const leaked = canaries.filter(
    ({ text, owner, links = [] }) =>
      !maySeePeople &&
      !readers.includes(owner) &&
      output.includes(text) &&
      ![text, ...links].some((known) => known && asked.includes(known)),
  )
  const secrets = never.filter((text) => output.includes(text) && !asked.includes(text))
  const isPicture = answer.headers['content-type']?.startsWith('image/')
  const insides = isPicture ? [] : Object.entries(INSIDES).filter(([, pattern]) => pattern.test(output) && !pattern.test(asked))
  return [...leaked.map(({ text }) => `leaks ${text}`), ...secrets.map(() => 'leaks a secret'), ...insides.map(([what]) => `shows ${what}`)]
}

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A response from the HTTP parser below Fastify has none of our headers. All others must have all of them. */
function findMissing({ status, headers, body }: Answer, path: string): string[] {
  const isOurs = headers['x-content-type-options'] !== undefined
  if (status <= 0 || (!isOurs && [400, 408, 414, 431].includes(status))) return []
  const missing = ['x-content-type-options', 'content-security-policy', 'strict-transport-security'].filter(
    (name) => headers[name] === undefined,
  )
  const wrong = missing.map((name) => `has no ${name}`)
  const isProblem = headers['content-type']?.startsWith('application/problem+json')
  if (status >= 400 && status !== 503 && path.startsWith('/api/') && body.length > 0 && !isProblem)
    wrong.push('a refusal without problem details')
  return wrong
}

export function findProblems(request: FuzzRequest, answer: Answer, actorId: string, maySeePeople: boolean, secrets: Secrets): string[] {
  const wrong = [whyNotMeant(request, answer)].filter((reason) => reason !== null)
  wrong.push(...findLeaks(request, answer, actorId, maySeePeople, secrets), ...findMissing(answer, request.path))
  if (FORGED_HEADER in answer.headers) wrong.push('a header was forged')
  if (answer.headers['content-type']?.startsWith('text/html') && answer.body.includes(HTML_MARKER))
    wrong.push('the page contains HTML from the request')
  // If the server asked for a retry each time, the command would stay in the phone's queue forever.
  if (answer.body.includes('"outcome":"retry"')) wrong.push('a command must be sent again')
  return wrong
}

export function isPastValidation({ status, body, headers }: Answer): boolean {
  if (status <= 0) return false
  if (status < 400) return true
  if (!headers['content-type']?.startsWith('application/problem+json')) return false
  const { code, detail } = JSON.parse(body.toString('utf8') || '{}') as { code?: string; detail?: string }
  if (code === 'not-valid') return !/^[/ ]|can’t be written here/.test(detail ?? '')
  if (code === 'not-found') return detail !== 'There is nothing at this address.'
  if (code === 'not-allowed') return detail !== 'Your role doesn’t let you do this.' && detail !== 'This request did not come from the app.'
  return code !== undefined && !['not-signed-in', 'bad-request', 'too-many-requests', 'unavailable'].includes(code)
}
