import { peoplePermissions } from '@trailwarden/api/permissions/people'
import { personKind, refuse } from '@trailwarden/domain'
import type { PageData } from '@trailwarden/site'
import { type Core, defineFeature, type FeatureModule } from '#core/feature.ts'
import { readable } from '#core/synced-kind.ts'
import { createAccountLimits } from './accounts/account-limits.ts'
import { accountRoutes } from './accounts/account-routes.ts'
import type { PeopleDependencies } from './accounts/accounts.ts'
import { reapplyAccountChanges } from './accounts/reapply.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { relyingParty } from './passkeys/passkeys.ts'
import { peopleEmails } from './people-emails.ts'
import { meRoutes, userRoutes } from './people-routes.ts'
import { PeopleSettings } from './people-settings.ts'
import { personIsSeenBy } from './people-store.ts'
import { auditLogRoutes } from './privacy/audit-log-routes.ts'
import { exportRoutes } from './privacy/export-routes.ts'
import { forgetInactive, noticeInactive } from './privacy/inactive-people.ts'
import { removeExpiredAccess } from './privacy/remove-expired.ts'
import { suspendPrograms } from './sessions/answering.ts'
import { identityCheck } from './sessions/identity.ts'
import { identifyActor, sweepSessions } from './sessions/sessions.ts'
import { signInSettingsRoutes } from './sessions/sign-in-settings.ts'
import { openSignOn } from './single-sign-on/open-sign-on.ts'
import { signOnRoutes } from './single-sign-on/sign-on-routes.ts'
import { invitationRoutes } from './users/invitation-routes.ts'
import { forgetPictures } from './users/pictures.ts'

type Needs = Pick<PeopleDependencies, 'expectClaim'>

function openPeople({ config, database, db, site, mail, rulebook, hooks }: Core<PeopleSettings>, { expectClaim }: Needs) {
  const { passkeyFromRole, registration = 'open' } = site.signIn
  const forget = [hooks.forgetPerson]
  const people: PeopleDependencies = { db, mail, rulebook, passkeyFromRole, registration, forget, expectClaim }
  const limits = createAccountLimits(database.pool, config)
  const party = relyingParty(site.label, config.PUBLIC_URL)
  const confirmIdentity = identityCheck(people, limits, party)
  const signOn = openSignOn(config)
  const shownSite: PageData['site'] = signOn ? { ...site, signIn: { ...site.signIn, singleSignOn: config.OIDC_NAME } } : site
  const suspend = suspendPrograms(mail)
  const forgetOwnPictures = forgetPictures(expectClaim)
  const { RETENTION_NOTICE_MONTHS: noticeMonths, RETENTION_FORGET_MONTHS: forgetMonths } = config
  return defineFeature(
    {
      name: 'people',
      routes(app) {
        accountRoutes(app, people, limits)
        if (signOn) signOnRoutes(app, people, limits, signOn.provider, signOn.about)
        signInSettingsRoutes(app, people, signOn)
        passkeyRoutes(app, people, limits, party, confirmIdentity)
        meRoutes(app, people)
        userRoutes(app, people, confirmIdentity)
        invitationRoutes(app, people, limits)
        exportRoutes(app, db)
        auditLogRoutes(app, db, site.timeZone)
      },
      recordKinds: {
        person: {
          ...readable(personKind, 'people', { since: 1, isSeenBy: personIsSeenBy }),
          // Changes to people also affect passwords, emails and sessions, so only routes that respond directly may make them.
          apply: async () => refuse('not-allowed', 'people can’t be changed by sync'),
        },
      },
      emails: peopleEmails(site, config.PUBLIC_URL),
      retention: {
        'warnings to inactive accounts': (now) => noticeInactive(people, { noticeMonths, forgetMonths }, now),
        'inactive accounts': (now) => forgetInactive(people, forgetMonths, now),
        'expired links, requests and devices': removeExpiredAccess(db),
      },
      sweeps: [() => sweepSessions(db)],
      async forgetPerson(tx, personId, email) {
        await forgetOwnPictures(tx, personId, email)
        await suspend(tx, personId, email)
      },
      reapply: reapplyAccountChanges(forget),
      identifyPerson: (request) => identifyActor(db, request, passkeyFromRole, new Date()),
      pageData: async () => ({ site: shownSite }),
    },
    { people, limits, confirmIdentity },
  )
}

export const people = { permissions: peoplePermissions, config: PeopleSettings, open: openPeople } satisfies FeatureModule
