/** Measures a Node process started with `--inspect`. */

export type Memory = { heapMb: number; rssMb: number }

type Reply = { id?: number; result?: { result?: { value?: string } } }

export async function collectedMemory(inspectorPort: number): Promise<Memory> {
  const [target] = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error('the inspector lists no target')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const ask = (id: number, method: string, params: object = {}) =>
    new Promise<Reply>((answered, failed) => {
      socket.addEventListener('message', ({ data }) => {
        const reply = JSON.parse(String(data)) as Reply
        if (reply.id === id) answered(reply)
      })
      socket.addEventListener('error', () => failed(new Error('the inspector does not answer')))
      socket.send(JSON.stringify({ id, method, params }))
    })
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened)
    socket.addEventListener('error', () => failed(new Error('no connection to the inspector')))
  })
  try {
    await ask(1, 'HeapProfiler.collectGarbage')
    const expression = 'JSON.stringify(process.memoryUsage())'
    const { result } = await ask(2, 'Runtime.evaluate', { expression, returnByValue: true })
    const { heapUsed, rss } = JSON.parse(result?.result?.value ?? '{}') as { heapUsed: number; rss: number }
    return { heapMb: heapUsed / 1e6, rssMb: rss / 1e6 }
  } finally {
    socket.close()
  }
}
