import { DANGER_PATTERN } from '@trailwarden/domain/report/muted-report'
import { sql } from 'kysely'

/** RP9 in SQL, of a row `r` of the table `reports`: its reporter is muted, and it speaks of no danger. */
export const isMutedReport = sql<boolean>`(not r.can_hurt and lower(r.words) !~ ${DANGER_PATTERN}
  and exists (select from reporters m where m.id = r.created_by and m.muted))`
