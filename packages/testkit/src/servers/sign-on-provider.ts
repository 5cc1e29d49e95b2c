/// <reference path="./oidc-provider.d.ts" />
/**
 * A real OpenID provider with a page where anyone can log in under any name. It runs at 127.0.0.1 and apps run at localhost, so browsers
 * treat them as different sites, as in production.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Context, Provider } from 'oidc-provider'
import { freePort } from '../database/postgres.ts'

const CLIENT_ID = 'trails'
const CLIENT_SECRET = 'a-secret-of-some-length-0123456789'

type Claims = { email?: string; email_verified?: boolean; xms_edov?: boolean; name?: string; groups?: string[]; amr?: string[] }

export type SignOnTestProvider = {
  environment: Record<string, string>
  /** Keyed by the login that people type. */
  people: Map<string, Claims>
  /** Logs in without a browser. Returns the address that the provider redirects to. */
  visit(url: string, login: string | null): Promise<string>
  close(): Promise<void>
}

const page = (path: string) => `<!doctype html><html lang="en"><title>Council sign-in</title><h1>Council sign-in</h1>
<form method="post" action="${path}"><label>Login <input name="login"></label><button>Continue</button><button name="cancel" value="yes">Cancel</button></form></html>`

/** The provider may redirect to the addresses in `callbacks`. */
export async function openSignOnProvider(callbacks: readonly string[], at: number | null = null): Promise<SignOnTestProvider> {
  const port = at ?? (await freePort())
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Claims>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [...callbacks],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified', 'xms_edov'], profile: ['name', 'groups'] },
    // Without this setting, only the userinfo endpoint returns email addresses.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    async loadExistingGrant({ oidc }: Context) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    cookies: { keys: ['for tests'] },
    // Shows the login page every time, even if the browser has just logged in.
    ttl: { Session: 1 },
  })
  const answer = provider.callback()
  const server = createServer((request, response) => {
    const { url = '', method } = request
    if (!url.startsWith('/interaction/')) return answer(request, response)
    if (method !== 'POST') return response.setHeader('content-type', 'text/html').end(page(url))
    void text(request).then((body) => {
      const form = new URLSearchParams(body)
      const accountId = form.get('login') ?? ''
      const { amr } = people.get(accountId) ?? {}
      const result = form.has('cancel') ? { error: 'access_denied' } : { login: { accountId, ...(amr && { amr }) } }
      return provider.interactionFinished(request, response, result)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  async function visit(start: string, login: string | null): Promise<string> {
    const cookies = new Map<string, string>()
    let [url, form]: [string, URLSearchParams | null] = [start, null]
    for (let step = 0; step < 10; step++) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const reply: Response = await fetch(url, { method: form ? 'POST' : 'GET', body: form, redirect: 'manual', headers: { cookie } })
      for (const line of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = reply.headers.get('location')
      form = location ? null : new URLSearchParams(login === null ? { cancel: 'yes' } : { login })
      if (location) url = new URL(location, url).href
      else if (!reply.ok) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`)
      if (callbacks.some((callback) => url.startsWith(callback))) return url
    }
    throw new Error('the provider never redirected back')
  }

  return {
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Council sign-in',
      OIDC_EMAIL_DOMAINS: 'council.example',
      OIDC_ROLES: 'trail-admins=4, trail-crew=2',
    },
    people,
    visit,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
