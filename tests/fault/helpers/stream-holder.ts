/** The streams are in a separate process, so that they don't slow down the measurement. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

type Order = { port: number; cookies: string[]; count: number }
export type Streams = { open: number; opened: number; ended: number; refused: number; pings: number }

const OPENING_AT_ONCE = 50
/** A stream's `retry` field plus a random part determines the delay. */
const REOPEN_MS = { least: 1000, most: 4000 }
/** nginx limits the number of new streams that an IP address may open at one time. */
const PER_ADDRESS = 200
const REPORT_MS = 500

export async function holdStreams(url: string, cookies: string[], count: number) {
  const child: ChildProcess = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let latest: Streams = { open: 0, opened: 0, ended: 0, refused: 0, pings: 0 }
  child.on('message', (streams: Streams) => {
    latest = streams
  })
  const order: Order = { port: Number(new URL(url).port), cookies, count }
  child.send(order)
  return {
    streams: () => latest,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

function hold({ port, cookies, count }: Order): void {
  const streams: Streams = { open: 0, opened: 0, ended: 0, refused: 0, pings: 0 }
  const waiting = Array.from({ length: count }, (_, n) => n)
  let opening = 0

  function openOne(n: number): void {
    let isOpen = false
    opening++
    const localAddress = `127.0.${2 + Math.floor(n / PER_ADDRESS / 250)}.${1 + (Math.floor(n / PER_ADDRESS) % 250)}`
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () =>
      socket.write(`GET /api/events HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookies[n % cookies.length]}\r\n\r\n`),
    )
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (isOpen) {
        if (text.includes('data:')) streams.pings++
        if (text.endsWith('0\r\n\r\n')) socket.destroy()
        return
      }
      if (!text.includes(' 200 OK')) return void socket.destroy()
      isOpen = true
      opening--
      streams.open++
      streams.opened++
      openNext()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (isOpen) {
        streams.open--
        streams.ended++
      } else {
        opening--
        streams.refused++
      }
      setTimeout(
        () => {
          waiting.push(n)
          openNext()
        },
        REOPEN_MS.least + Math.random() * (REOPEN_MS.most - REOPEN_MS.least),
      )
    })
  }
  function openNext(): void {
    while (opening < OPENING_AT_ONCE) {
      const n = waiting.shift()
      if (n === undefined) return
      openOne(n)
    }
  }
  openNext()
  setInterval(() => process.send?.(streams), REPORT_MS)
}

if (import.meta.main) {
  process.once('message', (order: Order) => hold(order))
  // Without this listener, the process would outlive a killed parent process.
  process.on('disconnect', () => process.exit())
}
