import { MANAGER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'
import { part } from '#ui/part.tsx'

export const reports = defineFeature({
  name: 'reports',
  screens: [
    {
      path: '/report',
      title: 'Report a problem',
      access: 'everyone',
      load: () => import('./form/report-page.tsx').then((m) => m.ReportPage),
    },
    { path: '/r/:code', title: 'Report', access: 'everyone', load: () => import('./follow/follow-report.tsx').then((m) => m.FollowReport) },
  ],
  tabs: [
    {
      page: 'management',
      path: 'reports',
      title: 'Reports',
      role: MANAGER,
      Waiting: part(() => import('./form/reports-waiting.tsx').then((m) => m.ReportsWaiting)),
      load: () => import('./queue/reports-screen.tsx').then((m) => m.ReportsScreen),
    },
  ],
})
