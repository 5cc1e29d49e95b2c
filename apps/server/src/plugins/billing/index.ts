import { billingPermissions } from '@trailwarden/api/permissions/billing'
import { type Core, defineFeature } from '#core/feature.ts'
import type { Plugin, PluginNeeds } from '../plugin.ts'
import { billingRoutes } from './billing-routes.ts'
import { BillingSettings } from './billing-settings.ts'
import { openProvider } from './provider.ts'

function openBilling({ config, site: { billing } }: Core<BillingSettings>, { people }: PluginNeeds) {
  const provider = billing && openProvider(providerSettings(config), billing.plans)
  return defineFeature({
    name: 'billing',
    async routes(app) {
      if (billing && provider) await billingRoutes(app, { people, billing, provider })
    },
  })
}

/** If the site sells plans, the server doesn't start without the provider's keys. */
function providerSettings({
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
  STRIPE_API_URL: apiUrl,
  PUBLIC_URL: publicUrl,
}: Core<BillingSettings>['config']) {
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET)
    throw new Error('The server cannot start: site.json has plans, so STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set.')
  return { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, apiUrl, publicUrl }
}

export const billing = {
  permissions: billingPermissions,
  config: BillingSettings,
  open: openBilling,
  describeRoutes: (app, people) => billingRoutes(app, { people, billing: { role: 0, plans: [] }, provider: people }),
} satisfies Plugin
