/**
 * OpenID Connect with Entra ID, Google or Keycloak. This module doesn't use accounts. The provider's metadata is read only when someone
 * first logs in with it, so while the provider is down, the server still starts and other people can log in.
 */
import * as openid from 'openid-client'

export type SignOnSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  groupsClaim: string | null
  twoFactors: readonly string[]
  callback: string
}

/** Must match when a browser returns from the provider. */
type Attempt = { state: string; nonce: string; verifier: string }

export type Visitor = {
  issuer: string
  subject: string
  /** Null unless the provider has verified the address. */
  verifiedEmail: string | null
  names: string[]
  /** Null if the provider lists no groups, which can also happen if the list is too long. */
  groups: string[] | null
  hasTwoFactors: boolean
}

export type SignOnProvider = {
  /** Reads the provider's metadata, without logging anyone in. Null if there is no problem. */
  check(): Promise<string | null>
  begin(): Promise<{ url: string; attempt: Attempt }>
  /** `search` is the query with which the browser returned. Throws unless everything is valid. */
  finish(search: string, attempt: Attempt): Promise<Visitor>
}

const TIMEOUT_SECONDS = 8
const SCOPE = 'openid email profile'

export function openSignOnProvider(settings: SignOnSettings): SignOnProvider {
  const issuer = new URL(settings.issuer)
  let found: Promise<openid.Configuration> | null = null

  const ask = () =>
    openid.discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      // config.ts allows addresses without TLS only on loopback.
      ...(issuer.protocol === 'http:' && { execute: [openid.allowInsecureRequests] }),
    })

  /** Reads the metadata once, and again after a failure. The library fetches new keys when a token has an unknown one. */
  function discover(): Promise<openid.Configuration> {
    found ??= ask().catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }

  return {
    async check() {
      try {
        const about = (await ask()).serverMetadata()
        const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter((name) => !about[name])
        return missing.length > 0 ? `Its metadata is missing ${missing.join(', ')}.` : null
      } catch {
        // The error message may contain text from the provider.
        return 'There is no OpenID provider at this address.'
      }
    },

    async begin() {
      const attempt = { state: openid.randomState(), nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() }
      const url = openid.buildAuthorizationUrl(await discover(), {
        redirect_uri: settings.callback,
        scope: SCOPE,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, attempt }
    },

    async finish(search, { state, nonce, verifier }) {
      const config = await discover()
      // Uses the address from the settings, because anyone can choose the Host header of the request.
      const cameBackTo = new URL(settings.callback)
      cameBackTo.search = search
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await openid.authorizationCodeGrant(config, cameBackTo, checks)
      const proven = tokens.claims()
      if (!proven) throw new Error('the provider sent no ID token')
      const { groupsClaim } = settings
      const isWhole = proven.email !== undefined && (groupsClaim === null || proven[groupsClaim] !== undefined)
      // Some providers only return addresses and groups on request. The signed token's values take precedence.
      const more =
        isWhole || !config.serverMetadata().userinfo_endpoint ? {} : await openid.fetchUserInfo(config, tokens.access_token, proven.sub)
      // Only signed values show how the person logged in.
      const stated = [proven.amr, proven.acr].flat().filter(isText)
      const hasTwoFactors = stated.some((value) => settings.twoFactors.includes(value))
      return { ...visitorOf({ ...more, ...proven }, groupsClaim), hasTwoFactors }
    },
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function visitorOf(
  claims: Record<string, unknown> & { iss: string; sub: string },
  groupsClaim: string | null,
): Omit<Visitor, 'hasTwoFactors'> {
  // Entra ID has no email_verified, and its users can enter any address in their profile. xms_edov shows whether the address's domain
  // belongs to the tenant.
  const isVerified = claims.email_verified === true || [true, 1, '1', 'true'].includes(claims.xms_edov as never)
  const groups = groupsClaim === null ? [] : claims[groupsClaim]
  const { _claim_names: elsewhere, hasgroups } = claims
  const isLeftOut =
    hasgroups !== undefined || (typeof elsewhere === 'object' && elsewhere !== null && groupsClaim !== null && groupsClaim in elsewhere)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    verifiedEmail: isVerified && isText(claims.email) ? claims.email : null,
    names: [claims.name, `${claims.given_name ?? ''} ${claims.family_name ?? ''}`, claims.given_name, claims.preferred_username].filter(
      isText,
    ),
    groups: Array.isArray(groups) ? groups.filter(isText) : isText(groups) ? [groups] : isLeftOut ? null : [],
  }
}
