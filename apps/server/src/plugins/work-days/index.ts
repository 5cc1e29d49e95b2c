import { workDayKind } from '@trailwarden/domain/work-day/work-day-kind'
import { defineFeature } from '#core/feature.ts'
import { readable } from '#core/synced-kind.ts'
import type { Plugin } from '../plugin.ts'
import { applyWorkDayChange, workDayIsSeenBy } from './work-day-store.ts'

const openWorkDays = () =>
  defineFeature({
    name: 'work-days',
    recordKinds: {
      'work-day': { ...readable(workDayKind, 'work_days', { since: 2, isSeenBy: workDayIsSeenBy }), apply: applyWorkDayChange },
    },
  })

export const workDays = { open: openWorkDays } satisfies Plugin
