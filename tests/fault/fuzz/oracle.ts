/** What must hold of every answer, whatever was asked. */
import type { FuzzRequest } from './requests.ts'
import type { Answer } from './send.ts'
import { FORGED_HEADER, HTML_MARKER } from './values.ts'

/** Somebody's address or phone number: only managers and the person themselves may read it. */
type Canary = { text: string; owner: string }
export type Secrets = { canaries: readonly Canary[]; never: readonly string[] }

/** Traces of our own insides. None of the hostile values resembles these. */
const INSIDES: Readonly<Record<string, RegExp>> = {
  'a stack trace': /\n\s+at .+:\d+:\d+|\bat (async )?\w[\w.]* \(.*:\d+:\d+\)|node:internal/,
  'a file path': /\/(apps|packages|node_modules)\/[\w@./-]+\.(ts|js|mjs|sql)\b|\/(home|root|srv|var\/lib|usr\/lib)\/\w/,
  SQL: /\b(select|insert into|update|delete from)\b[^"<]{1,200}\b(from|values|set)\s+"?(people|passwords|sessions|actions|photos|history|commands|emails|account_links|brief_links|settings|audit_log)\b/i,
  'an error of PostgreSQL':
    /syntax error at or near|violates (unique|foreign key|check|not-null)|duplicate key value|invalid input syntax for type|invalid byte sequence for|(relation|column|constraint) "\w+"|\bSQLSTATE\b|\bkysely\b|PostgresError/i,
  'an address of a database': /postgres(ql)?:\/\//,
  'a password hash': /\$(argon2|scrypt|2[aby])[id$]/,
}

/** Null when the answer is one that the server means to give; a 503 with Retry-After is, when it says so itself. */
function whyNotMeant(request: FuzzRequest, { status, headers, body }: Answer): string | null {
  if (status === -1) return 'no answer in time'
  // Half a request deserves no answer.
  if (status === 0) return request.classes.some((kind) => ['transport: wrong length', 'header: host'].includes(kind)) ? null : 'no answer'
  if (status < 500) return null
  const isDesigned = status === 503 && headers['retry-after'] !== undefined && body.includes('"code":"unavailable"')
  return isDesigned ? null : `status ${status}`
}

function whatLeaks(request: FuzzRequest, answer: Answer, actorId: string, maySeePeople: boolean, { canaries, never }: Secrets): string[] {
  const output = `${answer.head}\n${answer.body.toString('utf8')}`
  const asked = `${decoded(request.path)} ${request.body ?? ''}`
  // Whoever signs in with this request is the one who reads the answer.
  const readers = [actorId, answer.headers['set-cookie'] ? /"id":"([0-9a-f-]{36})"/.exec(output)?.[1] : undefined]
  const leaked = canaries.filter(
    ({ text, owner }) => !maySeePeople && !readers.includes(owner) && output.includes(text) && !asked.includes(text),
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

/** Answers of the parser below Fastify have no headers of ours; everything else has all of them. */
function whatIsMissing({ status, headers, body }: Answer, path: string): string[] {
  const isOurs = headers['x-content-type-options'] !== undefined
  if (status <= 0 || (!isOurs && [400, 408, 414, 431].includes(status))) return []
  const missing = ['x-content-type-options', 'content-security-policy', 'strict-transport-security'].filter(
    (name) => headers[name] === undefined,
  )
  const wrong = missing.map((name) => `has no ${name}`)
  const isProblem = headers['content-type']?.startsWith('application/problem+json')
  if (status >= 400 && status !== 503 && path.startsWith('/api/') && body.length > 0 && !isProblem)
    wrong.push('a refusal that is no problem details')
  return wrong
}

/** Everything that is wrong with an answer, in short texts; empty when all is well. */
export function whatIsWrong(request: FuzzRequest, answer: Answer, actorId: string, maySeePeople: boolean, secrets: Secrets): string[] {
  const wrong = [whyNotMeant(request, answer)].filter((reason) => reason !== null)
  wrong.push(...whatLeaks(request, answer, actorId, maySeePeople, secrets), ...whatIsMissing(answer, request.path))
  if (FORGED_HEADER in answer.headers) wrong.push('a header was forged')
  if (answer.headers['content-type']?.startsWith('text/html') && answer.body.includes(HTML_MARKER))
    wrong.push('HTML of the request is in the page')
  // A command that we cannot settle stays in its phone's queue for ever.
  if (answer.body.includes('"outcome":"retry"')) wrong.push('a command is to be sent again')
  return wrong
}

/** Did the request get to the code of its route, past session, role and schema? */
export function isPastValidation({ status, body, headers }: Answer): boolean {
  if (status <= 0) return false
  if (status < 400) return true
  if (!headers['content-type']?.startsWith('application/problem+json')) return false
  const { code, detail } = JSON.parse(body.toString('utf8') || '{}') as { code?: string; detail?: string }
  if (code === 'not-valid') return !/^[/ ]|is never written here/.test(detail ?? '')
  if (code === 'not-found') return detail !== 'There is nothing at this address.'
  if (code === 'not-allowed') return detail !== 'Your role does not allow this.' && detail !== 'This request did not come from the app.'
  return code !== undefined && !['not-signed-in', 'bad-request', 'too-many-requests', 'unavailable'].includes(code)
}
