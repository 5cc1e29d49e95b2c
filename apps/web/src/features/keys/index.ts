import { defineFeature } from '#parts/feature.ts'

export const keys = defineFeature({
  name: 'keys',
  parts: { programs: () => import('./keys-card.tsx').then((m) => m.KeysCard) },
})
