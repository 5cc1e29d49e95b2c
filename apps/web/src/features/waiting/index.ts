import { MEMBER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

export const waiting = defineFeature({
  name: 'waiting',
  screens: [{ path: '/waiting', title: 'Not sent yet', access: MEMBER, load: () => import('./waiting.tsx').then((m) => m.WaitingList) }],
})
