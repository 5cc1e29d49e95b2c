import { DANGER_PATTERN } from '@trailwarden/domain/report/muted-report'
import { sql } from 'kysely'

/** RP9 in SQL: the reporter of a row `r` of `reports` is muted, and the report mentions no danger. */
export const isMutedReport = sql<boolean>`(not r.can_hurt and lower(r.words) !~ ${DANGER_PATTERN}
  and exists (select from reporters m where m.id = r.created_by and m.muted))`
