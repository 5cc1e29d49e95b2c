import { MANAGER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

export const auditLog = defineFeature({
  name: 'audit-log',
  tabs: [
    {
      page: 'management',
      path: 'audit-log',
      title: 'Audit log',
      role: MANAGER,
      load: () => import('./audit-log-screen.tsx').then((m) => m.AuditLogScreen),
    },
  ],
})
