import { MANAGER, MEMBER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

const lists = () => import('./work-day-list.tsx')

export const workDays = defineFeature({
  name: 'work-days',
  screens: [
    {
      path: '/work-days/:verb/:id?',
      title: 'Work day',
      access: MEMBER,
      load: () => import('./work-day-screens.tsx').then((m) => m.WorkDayScreen),
    },
  ],
  tabs: [{ page: 'management', path: 'work-days', title: 'Work days', role: MANAGER, load: () => lists().then((m) => m.WorkDayList) }],
  parts: { 'my-actions': () => lists().then((m) => m.MyWorkDays) },
})
