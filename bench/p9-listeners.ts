/** Ten thousand listeners of one server, as a process of their own: started by p9-streams.ts, which speaks to it by messages. */
import { connect, type Socket } from 'node:net'

export type Order = { open: { port: number; host: string; path: string; cookies: string[]; count: number } } | 'expect'
export type News = { opened: number } | { heardAt: number[] }

/** Of all processes alike, finer than Date. */
export const now = () => performance.timeOrigin + performance.now()

const OPENING_AT_ONCE = 100

function run(): void {
  const tell = (news: News) => process.send?.(news)
  let heardAt: number[] = []
  let count = 0
  let isExpecting = false

  function openOne({ port, host, path }: { port: number; host: string; path: string }, cookie: string): Promise<Socket> {
    return new Promise((opened, failed) => {
      let isOpen = false
      const socket = connect(port, host, () => socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncookie: ${cookie}\r\n\r\n`))
      socket.on('error', failed)
      socket.on('data', (bytes) => {
        // Heartbeats are no news.
        if (!bytes.includes('data:')) return
        if (!isOpen) {
          isOpen = true
          return opened(socket)
        }
        if (!isExpecting) return
        heardAt.push(now())
        if (heardAt.length < count) return
        isExpecting = false
        tell({ heardAt })
      })
    })
  }

  process.on('message', async (order: Order) => {
    if (order === 'expect') {
      heardAt = []
      isExpecting = true
      return
    }
    const { cookies, ...where } = order.open
    count = where.count
    let next = 0
    const one = async () => {
      for (let i = next++; i < count; i = next++) await openOne(where, cookies[i % cookies.length] ?? '')
    }
    await Promise.all(Array.from({ length: OPENING_AT_ONCE }, one))
    tell({ opened: count })
  })
}

if (import.meta.main) run()
