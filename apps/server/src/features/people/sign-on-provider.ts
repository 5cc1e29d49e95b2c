/**
 * The council's own sign-in (OpenID Connect: Entra ID, Google, Keycloak), as far as the protocol goes: where to send a browser, and what is
 * certain about whoever comes back. Nothing here knows accounts. The provider is asked about itself when somebody first wants to sign in:
 * the server starts, and everyone else signs in, while it is down.
 */
import * as openid from 'openid-client'

export type SignOnSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Where the provider lists groups; null where no group has a role here. */
  groupsClaim: string | null
  /** Where the provider sends people back to. */
  callback: string
}

/** What a browser that leaves for the provider must still prove when it comes back. */
type Attempt = { state: string; nonce: string; verifier: string }

/** Who came back, by the provider's signature. */
export type Visitor = {
  issuer: string
  subject: string
  /** Null unless the provider says that it has made sure of it. */
  verifiedEmail: string | null
  names: string[]
  /** Null when the provider does not say: it may have left out a list that was too long. */
  groups: string[] | null
}

export type SignOnProvider = {
  /** Asks the provider about itself, now; null when it answers as one, else what is wrong. Nobody is signed in by it. */
  check(): Promise<string | null>
  begin(): Promise<{ url: string; attempt: Attempt }>
  /** `search`: the query that the browser came back with. Throws unless everything about it is right. */
  finish(search: string, attempt: Attempt): Promise<Visitor>
}

/** People look at an empty page meanwhile. */
const TIMEOUT_SECONDS = 8
const SCOPE = 'openid email profile'

export function openSignOnProvider(settings: SignOnSettings): SignOnProvider {
  const issuer = new URL(settings.issuer)
  let found: Promise<openid.Configuration> | null = null

  const ask = () =>
    openid.discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      // Loopback alone gets here without TLS (config.ts).
      ...(issuer.protocol === 'http:' && { execute: [openid.allowInsecureRequests] }),
    })

  /** Asked once; again after a failure. Its keys the library fetches again when it meets one that it does not know. */
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
        return missing.length > 0 ? `It does not say its ${missing.join(', ')}.` : null
      } catch {
        // The error's own words may hold what the other side sent.
        return 'It does not answer as an OpenID provider at this address.'
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
      // From the setting and not from the request, whose Host anyone can choose.
      const cameBackTo = new URL(settings.callback)
      cameBackTo.search = search
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await openid.authorizationCodeGrant(config, cameBackTo, checks)
      const proven = tokens.claims()
      if (!proven) throw new Error('the provider sent no ID token')
      const { groupsClaim } = settings
      const isWhole = proven.email !== undefined && (groupsClaim === null || proven[groupsClaim] !== undefined)
      // Some providers tell addresses and groups only when asked. What the signed token says counts first.
      const more =
        isWhole || !config.serverMetadata().userinfo_endpoint ? {} : await openid.fetchUserInfo(config, tokens.access_token, proven.sub)
      return visitorOf({ ...more, ...proven }, groupsClaim)
    },
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function visitorOf(claims: Record<string, unknown> & { iss: string; sub: string }, groupsClaim: string | null): Visitor {
  // Entra ID has no email_verified: there anybody may write any address into their profile, and xms_edov says whether its domain is the tenant's.
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
