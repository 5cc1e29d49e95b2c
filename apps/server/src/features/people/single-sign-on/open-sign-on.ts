import { SIGN_ON_CALLBACK } from '@trailwarden/api'
import type { Config } from '#config.ts'
import type { PeopleSettings } from '../people-settings.ts'
import type { SignOnInForce } from '../sessions/sign-in-settings.ts'
import { openSignOnProvider } from './sign-on-provider.ts'

export function openSignOn(config: Config & PeopleSettings): SignOnInForce | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret = '', OIDC_EMAIL_DOMAINS = [] } = config
  if (!issuer) return null
  const { OIDC_ROLES: roles, OIDC_TWO_FACTORS: twoFactors } = config
  const callback = new URL(SIGN_ON_CALLBACK, config.PUBLIC_URL).href
  const groupsClaim = Object.keys(roles).length > 0 ? config.OIDC_GROUPS_CLAIM : null
  const provider = openSignOnProvider({ issuer, clientId, clientSecret, groupsClaim, twoFactors, callback })
  const domains = OIDC_EMAIL_DOMAINS.includes('*') ? null : OIDC_EMAIL_DOMAINS
  return { provider, about: { name: config.OIDC_NAME, issuer, domains, roles, twoFactors } }
}
