/**
 * Other people chose these addresses: feeds of warnings and their links, and push services. Requests must not reach our own network, so
 * only https and public addresses are allowed. The check happens when the host name is resolved for the connection, so a name that resolves
 * differently the second time can't bypass it. Redirects must stay on the host. Size and time are limited.
 */
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { createGunzip } from 'node:zlib'
import { isAllowedHost, NotPublic, publicLookup } from './security/public-address.ts'

type OutboundReply = { status: number; headers: Record<string, string | undefined>; body: Buffer }

type OutboundRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: Buffer
  timeoutMs: number
  maxBytes: number
  maxRedirects?: number
  signal?: AbortSignal
}

export type Outbound = (url: string, request: OutboundRequest) => Promise<OutboundReply>

/** The message contains only the host of the address. */
export class OutboundRefused extends Error {}

const isLoopback = (url: URL) => url.hostname === '127.0.0.1'

function checked(address: string, fromLoopback: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url) throw new OutboundRefused('not an address')
  if (fromLoopback && isLoopback(url) && url.protocol === 'http:') return url
  if (url.protocol !== 'https:') throw new OutboundRefused(`${url.hostname} must not be requested over ${url.protocol.slice(0, -1)}`)
  if (url.username || url.password) throw new OutboundRefused('the address contains a user name')
  if (!isAllowedHost(url, false)) throw new OutboundRefused(`${url.hostname} is not a public address`)
  return url
}

/** The IP addresses of a host name are checked later, when connecting. */
export function isAskable(address: string, fromLoopback: boolean): boolean {
  try {
    checked(address, fromLoopback)
    return true
  } catch {
    return false
  }
}

/** With `fromLoopback`, http requests to this machine are allowed, for tests with local feeds and push services. */
export function openOutbound({ fromLoopback }: { fromLoopback: boolean }): Outbound {
  const check = (address: string) => checked(address, fromLoopback)

  const once = (url: URL, { method = 'GET', headers = {}, body, maxBytes }: OutboundRequest, signal: AbortSignal) =>
    new Promise<OutboundReply>((resolve, reject) => {
      const isPlain = url.protocol === 'http:'
      const begin = isPlain ? requestPlain : requestSecure
      const sent = begin(url, { method, headers, signal, agent: false, ...(!isPlain && { lookup: publicLookup(false) }) }, (reply) => {
        const { statusCode: status = 0 } = reply
        const flat = Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, value?.toString()]))
        const encoding = flat['content-encoding'] ?? 'identity'
        const fail = (error: Error) => {
          reply.destroy()
          reject(error)
        }
        if (encoding !== 'identity' && encoding !== 'gzip') return fail(new OutboundRefused(`${url.hostname} sent ${encoding}`))
        const parts: Buffer[] = []
        let bytes = 0
        // Counts the decompressed bytes, because a small file can decompress to any size.
        const content = encoding === 'gzip' ? reply.pipe(createGunzip()) : reply
        content.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > maxBytes) return fail(new OutboundRefused(`${url.hostname} sent more than ${maxBytes} bytes`))
          parts.push(part)
        })
        content.on('end', () => resolve({ status, headers: flat, body: Buffer.concat(parts) }))
        content.on('error', fail)
        reply.on('error', fail)
      })
      sent.on('error', reject)
      sent.end(body)
    })

  return async (address, request) => {
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
    let url = check(address)
    for (let redirects = 0; ; redirects++) {
      const reply = await once(url, request, signal).catch((error: unknown) => {
        if (error instanceof NotPublic) throw new OutboundRefused(`${url.hostname} has no public address`)
        throw timeout.aborted ? new OutboundRefused(`${url.hostname} took longer than ${request.timeoutMs} ms`) : error
      })
      const { location } = reply.headers
      if (reply.status < 300 || reply.status > 399 || reply.status === 304 || !location) return reply
      if (redirects >= (request.maxRedirects ?? 0)) throw new OutboundRefused(`${url.hostname} redirects`)
      const next = URL.canParse(location, url.href) ? check(new URL(location, url).href) : null
      if (next?.host !== url.host) throw new OutboundRefused(`${url.hostname} redirects to another host`)
      url = next
    }
  }
}
