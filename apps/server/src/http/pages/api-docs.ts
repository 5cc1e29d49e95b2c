import { randomBytes } from 'node:crypto'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { escapeHtml } from './html.ts'

/** The description comes from the schemas that validate requests. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Trailwarden API', version },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key that an administrator created' } } },
    },
    transform: jsonSchemaTransform,
  })

  app.get('/api/docs/openapi.json', { schema: { hide: true } }, async () => app.swagger())

  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const calls = Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
      Object.entries<{ summary?: string }>({ ...methods }).map(([method, call]) => {
        const title = `${method.toUpperCase()} ${path}`
        return `<h2>${escapeHtml(title)}</h2><p>${escapeHtml(call.summary ?? '')}</p><details><summary>Schema</summary><pre tabindex="0">${escapeHtml(JSON.stringify(call, null, 2))}</pre></details>`
      }),
    )
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`)
      .send(
        `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Trailwarden API</title><style nonce="${nonce}">body{font:16px/1.5 system-ui,sans-serif;max-width:720px;margin:2rem auto;padding:0 1rem}h2{font-size:1.1rem;margin-top:2rem}pre{overflow:auto;background:#f1f4f5;padding:1rem;font-size:.85rem}</style></head><body><main><h1>Trailwarden API</h1><p>For programs: <a href="/api/docs/openapi.json">openapi.json</a></p>${calls.join('')}</main></body></html>`,
      )
  })
}
