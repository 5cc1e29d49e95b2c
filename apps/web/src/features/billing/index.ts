import { MEMBER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

export const billing = defineFeature({
  name: 'billing',
  tabs: [
    {
      page: 'account',
      path: 'billing',
      title: 'Billing',
      role: MEMBER,
      isAvailable: ({ site }) => site.billing !== undefined,
      load: () => import('./billing.tsx').then((m) => m.Billing),
    },
  ],
})
