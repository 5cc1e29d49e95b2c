/** Ten thousand streams need a separate process, which p9-streams.ts starts. */
import { connect, type Socket } from 'node:net'

type Where = { port: number; host: string; path: string }
export type Order = { open: Where & { cookies: string[]; count: number } } | 'expect'
/** `opened` is the reply to both commands: all streams are open, and from now on the process records changes. */
export type News = { opened: number } | { receivedAt: number[] } | { failed: string }

export const now = () => performance.timeOrigin + performance.now()

const OPENING_AT_ONCE = 50
const LAST_CHUNK = '0\r\n\r\n'

function run(): void {
  const report = (news: News) => process.send?.(news)
  const fail = (reason: string) => report({ failed: reason })
  let receivedAt: number[] = []
  let count = 0
  /** All streams are expected to receive this change next. */
  let turn = 0

  function openOne({ port, host, path }: Where, cookie: string): Promise<Socket> {
    return new Promise((opened, failed) => {
      let receivedTurn = 0
      let isOpen = false
      const socket = connect(port, host, () => socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncookie: ${cookie}\r\n\r\n`))
      socket.on('error', failed)
      socket.on('close', () => (isOpen ? fail('a stream was closed') : failed(new Error('closed before it was open'))))
      socket.on('data', (bytes) => {
        if (!isOpen) {
          if (!bytes.includes(' 200 OK')) return failed(new Error(bytes.toString('latin1').slice(0, 200)))
          isOpen = true
          return opened(socket)
        }
        if (bytes.toString('latin1').endsWith(LAST_CHUNK)) return fail('a stream was ended')
        // Heartbeats and repeated messages about a change don't count.
        if (receivedTurn === turn || !bytes.includes('data:')) return
        receivedTurn = turn
        receivedAt.push(now())
        if (receivedAt.length === count) report({ receivedAt })
      })
    })
  }

  async function open({ cookies, count: wanted, ...where }: Where & { cookies: string[]; count: number }): Promise<void> {
    let next = 0
    const some = async () => {
      for (let i = next++; i < wanted; i = next++) await openOne(where, cookies[i % cookies.length] ?? '')
    }
    await Promise.all(Array.from({ length: OPENING_AT_ONCE }, some))
    count = wanted
  }

  process.on('message', (order: Order) => {
    if (order === 'expect') {
      receivedAt = []
      turn++
      return report({ opened: count })
    }
    open(order.open).then(
      () => report({ opened: count }),
      (error: Error) => fail(error.message),
    )
  })
  process.on('disconnect', () => process.exit())
}

if (import.meta.main) run()
