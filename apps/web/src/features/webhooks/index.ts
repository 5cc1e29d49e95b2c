import { defineFeature } from '#parts/feature.ts'

export const webhooks = defineFeature({
  name: 'webhooks',
  parts: { programs: () => import('./webhooks-card.tsx').then((m) => m.WebhooksCard) },
})
