declare module 'oidc-provider' {
  type Context = { oidc: { client: { clientId: string }; session: { accountId: string }; entities: Record<string, unknown> } }
  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void
    interactionFinished(
      request: import('node:http').IncomingMessage,
      response: import('node:http').ServerResponse,
      result: { login: { accountId: string } } | { error: string },
    ): Promise<void>
    Grant: new (about: {
      clientId: string
      accountId: string
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    on(event: string, listener: (...args: unknown[]) => void): void
    proxy: boolean
  }
  export type { Context }
}
