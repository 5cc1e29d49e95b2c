import { MANAGER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

const screens = () => import('./point-screens.tsx')

export const points = defineFeature({
  name: 'points',
  screens: [{ path: '/geopoints/:verb/:id?', title: 'Point', access: MANAGER, load: () => screens().then((m) => m.PointScreen) }],
  tabs: [{ page: 'management', path: 'points', title: 'Points', role: MANAGER, load: () => screens().then((m) => m.PointList) }],
  quickAdd: [{ path: '/geopoints/add', title: 'Add a point', icon: 'point', role: MANAGER, order: 4 }],
})
