import { webhooksPermissions } from '@trailwarden/api/permissions/webhooks'
import { type Core, defineFeature } from '#core/feature.ts'
import type { Plugin, PluginNeeds } from '../plugin.ts'
import { webhookEmails } from './webhook-emails.ts'
import { webhookRoutes } from './webhook-routes.ts'
import { WebhookSettings } from './webhook-settings.ts'
import { removeOldMessages } from './webhook-store.ts'
import { openWebhookWork, WEBHOOK_QUEUES } from './webhook-work.ts'

async function openWebhooks(core: Core<WebhookSettings>, { confirmIdentity }: PluginNeeds) {
  const { config, version, database, db, site, mail, onMilestone, budget, log } = core
  const { WEBHOOK_RETRY_SECONDS: retrySeconds, WEBHOOK_PRIVATE_ADDRESSES: allowsPrivate, PUBLIC_URL } = config
  const delivery = { db, mail, sending: { allowsPrivate, version }, restMs: retrySeconds * 1000, onMilestone }
  const work = await openWebhookWork(database.pool, delivery, { retrySeconds, isShared: budget !== null }, log)
  return defineFeature(
    {
      name: 'webhooks',
      routes: (app) => webhookRoutes(app, delivery, confirmIdentity),
      emails: webhookEmails(site.label, PUBLIC_URL),
      work,
      retention: { 'old webhook messages': removeOldMessages(db) },
      reapply: { 'webhook-removed': (tx, { subject }) => tx.deleteFrom('webhooks').where('id', '=', subject).execute() },
      onNews: work.announce,
    },
    { delivery: work },
  )
}

export const webhooks = {
  permissions: webhooksPermissions,
  config: WebhookSettings,
  queues: WEBHOOK_QUEUES,
  open: openWebhooks,
  describeRoutes: (app, unused) => webhookRoutes(app, unused, unused),
} satisfies Plugin
