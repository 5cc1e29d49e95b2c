/**
 * Optionally reports server errors to a collector with Sentry's protocol (GlitchTip, Sentry), but nothing about the user: no address, path,
 * person or body. The collector's own library has 25 packages with 87 MB and collects requests, queries and logs unless each is disabled.
 */
import { randomUUID } from 'node:crypto'

export type ErrorReports = {
  /** Never throws and never blocks. `where` is the route's pattern or the task. */
  report(error: unknown, where: { method?: string; route?: string; task?: string }): void
  stop(): Promise<void>
}

type Log = { warn(details: object, message: string): void }
type Settings = { dsn: string | undefined; release: string; environment: string; site: string }

const REPORTS_PER_MINUTE = 30
const PATIENCE_MS = 3000
const MESSAGE_MAX_LENGTH = 200

/** Text in quotes or brackets, addresses, numbers and ids could be personal. */
export const withoutWords = (message: string): string =>
  message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|\([^)]*\)/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\S*\d{3,}\S*/g, '…')
    .slice(0, MESSAGE_MAX_LENGTH)

type Frame = { filename: string; function: string; lineno: number; colno: number }

/** Oldest call first, as the protocol requires. File names are relative to the repository, so they don't reveal the machine's folders. */
function framesOf(stack: string): Frame[] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name = '?', file, lineno, colno] = /^\s+at (?:(.+?) \()?(?:file:\/\/)?(.+?):(\d+):(\d+)\)?$/.exec(line) ?? []
    if (!file) return []
    const filename = /(?:^|\/)((?:apps|packages|node_modules)\/.+)$/.exec(file)?.[1] ?? (file.startsWith('node:') ? file : '?')
    return [{ filename, function: name, lineno: Number(lineno), colno: Number(colno) }]
  })
  return frames.reverse()
}

/** The format is `https://KEY@host/PROJECT`. */
function endpointOf(dsn: string): { url: string; key: string } {
  const { protocol, host, username, pathname } = new URL(dsn)
  const [, folder = '', project = ''] = /^(.*)\/([^/]+)$/.exec(pathname) ?? []
  return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, key: username }
}

export function openErrorReports({ dsn, release, environment, site }: Settings, log: Log): ErrorReports {
  if (!dsn) return { report: () => undefined, stop: async () => undefined }
  const { url, key } = endpointOf(dsn)
  const underWay = new Set<Promise<void>>()
  let minute = { since: 0, places: new Set<string>() }
  let hasWarned = false

  /** An error in every request would otherwise cause a flood of reports. */
  function isNews(place: string): boolean {
    const now = performance.now()
    if (now - minute.since > 60_000) minute = { since: now, places: new Set() }
    if (minute.places.has(place) || minute.places.size >= REPORTS_PER_MINUTE) return false
    minute.places.add(place)
    return true
  }

  async function send(event: object): Promise<void> {
    const head = { dsn, sent_at: new Date().toISOString() }
    const body = [head, { type: 'event', content_type: 'application/json' }, event].map((line) => JSON.stringify(line)).join('\n')
    const headers = { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${key}` }
    const reply = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
    await reply.body?.cancel()
    if (!reply.ok) throw new Error(`the collector returned status ${reply.status}`)
  }

  return {
    report(error, { method, route, task }) {
      const { name, message, stack = '', code }: Error & { code?: unknown } = error instanceof Error ? error : new Error('not an error')
      const frames = framesOf(stack)
      const last = frames.at(-1)
      if (!isNews(`${name} ${last?.filename}:${last?.lineno} ${route ?? task}`)) return
      const event = {
        event_id: randomUUID().replaceAll('-', ''),
        timestamp: Date.now() / 1000,
        platform: 'node',
        level: 'error',
        release,
        environment,
        server_name: site,
        transaction: route ? `${method ?? ''} ${route}`.trim() : task,
        tags: { site, ...(typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) && { code }) },
        exception: { values: [{ type: name, value: withoutWords(message), stacktrace: { frames } }] },
      }
      const sending = send(event)
        .catch((failure: unknown) => {
          if (!hasWarned) log.warn({ err: failure }, 'errors cannot be reported to ERROR_DSN')
          hasWarned = true
        })
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    stop: async () => void (await Promise.all(underWay)),
  }
}
