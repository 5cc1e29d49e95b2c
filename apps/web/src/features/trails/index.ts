import { defineFeature } from '#parts/feature.ts'

export const trails = defineFeature({
  name: 'trails',
  screens: [
    { path: '/trails/:slug?', title: 'Trails', access: 'everyone', load: () => import('./trails.tsx').then((m) => m.loadTrails()) },
  ],
})
