/** Nobody may use this server to reach its surroundings: the database, the cloud's metadata or other networks of the host. */
import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'

const NOT_PUBLIC_4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
// Exceptions within 2000::/3, the only public range: addresses that contain an IPv4 address (Teredo, 6to4), documentation and benchmarks.
const NOT_PUBLIC_6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]
const notPublic = new BlockList()
for (const [net, bits] of NOT_PUBLIC_4) notPublic.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of NOT_PUBLIC_6) notPublic.addSubnet(net, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4')
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

export class NotPublic extends Error {
  override name = 'NotPublic'
}

/** Sockets need IPv6 without brackets. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** A numeric address needs no lookup. */
export const isAllowedHost = (url: URL, allowsPrivate: boolean): boolean =>
  allowsPrivate || isIP(hostOf(url)) === 0 || isPublicAddress(hostOf(url))

/** The connection uses the checked address, so a different DNS response later has no effect. */
export const publicLookup =
  (allowsPrivate: boolean): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      // A name with even one private address is refused, because its owner chose the addresses.
      if (!allowsPrivate && !found.every(({ address }) => isPublicAddress(address)))
        return done(new NotPublic('not a public address'), '', 0)
      const [first] = found
      if (options.all) return done(null, found)
      return first ? done(null, first.address, first.family) : done(new Error('no address'), '', 0)
    })
  }
