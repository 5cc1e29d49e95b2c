/** A minimal event stream server keeps every response open. Each POST makes it write one line to all of them. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const streams = new Set<ServerResponse>()

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    for (const stream of streams) stream.write('data: {"upTo":"123456"}\n\n')
    response.end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('data: {"upTo":""}\n\n')
  streams.add(response)
  response.on('close', () => streams.delete(response))
})
server.listen(0, '127.0.0.1', 4096, () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
