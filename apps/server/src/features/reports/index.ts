import { reportsPermissions } from '@trailwarden/api/permissions/reports'
import { reportKind } from '@trailwarden/domain/report/report-kind'
import { reporterKind } from '@trailwarden/domain/report/reporter-kind'
import { REPORT_CONTACT_DAYS } from '@trailwarden/site'
import { type Core, defineFeature, type FeatureModule } from '#core/feature.ts'
import { isSeenByManagers, readable } from '#core/synced-kind.ts'
import { notifyReporters, reportEmails } from './report-emails.ts'
import { reportRoutes } from './report-routes.ts'
import {
  applyReportChange,
  applyReporterChange,
  forgetContactsOf,
  forgetOldContacts,
  type MakeAction,
  reportIsSeenBy,
} from './report-store.ts'

type Needs = { applyAction: MakeAction }

const openReports = ({ db, site, mail, photoStore }: Core, { applyAction }: Needs) =>
  defineFeature({
    name: 'reports',
    routes: (app) => reportRoutes(app, db, photoStore),
    recordKinds: {
      report: {
        ...readable(reportKind, 'reports', { since: 2, isSeenBy: isSeenByManagers }),
        apply: applyReportChange(applyAction, mail),
        photosOf: 'reportId',
        patch: reportKind.patch,
        forReporters: readable(reportKind, 'reports', { since: 1, isSeenBy: reportIsSeenBy }),
      },
      reporter: { ...readable(reporterKind, 'reporters', { since: 2, isSeenBy: isSeenByManagers }), apply: applyReporterChange },
    },
    emails: reportEmails(site.label),
    retention: { 'contact details of closed reports': forgetOldContacts(db, site.reportContactDays ?? REPORT_CONTACT_DAYS) },
    reapply: { 'report-contact-removed': (tx, { subject }) => forgetContactsOf(tx, subject) },
    onActionChanged: notifyReporters(mail),
  })

export const reports = { permissions: reportsPermissions, open: openReports } satisfies FeatureModule
