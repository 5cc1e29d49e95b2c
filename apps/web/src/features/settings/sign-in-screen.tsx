import { SignInSettings, SignOnTest } from '@trailwarden/api'
import { type ReactNode, useState } from 'react'
import { type ApiAnswer, callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { Loaded } from '#parts/page/loaded.tsx'
import { SettingsSection } from '#parts/page/settings-section.tsx'
import { Age } from '#parts/status/age.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconCheckCircleFill, iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP } from '#ui/theme/theme.ts'

const askSettings = () => callApi('GET', '/api/sign-in-settings', SignInSettings)

const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  [DESKTOP]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 16 },
  '& section': { alignContent: 'start' },
})

const Banner = styled('div')({
  display: 'flex',
  gap: 12,
  padding: '12px 14px',
  borderRadius: 12,
  background: colour('successContainer'),
  color: colour('successText'),
  '&[data-failed]': { background: colour('warningContainer'), color: colour('warningText') },
  '& svg': { flex: 'none' },
  '& b': { display: 'block', fontWeight: 600 },
})

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)
const uses = (count: number) => (count === 1 ? '1 person uses it' : `${count} people use it`)
const days = (count: number) => `${count} days`

const REGISTRATION: Record<string, string> = {
  open: 'Anyone can register and become a Member straight away',
  confirmed: 'Anyone can request an account, and a manager approves or declines it',
  invited: 'Only by invitation from a manager',
  closed: 'No new accounts',
}

export function SignInScreen() {
  const asked = useAnswer(askSettings)
  return (
    <SettingsSection title="Login" about="How people log in">
      {asked.answer?.ok ? (
        <SignInCards settings={asked.answer.value} />
      ) : (
        <PaddedCard>
          <Loaded what="The login settings" asked={asked}>
            {() => null}
          </Loaded>
        </PaddedCard>
      )}
    </SettingsSection>
  )
}

function SignInCards({ settings }: { settings: SignInSettings }) {
  const { roleTitles } = usePageData().site
  const { passkeys, passwords, singleSignOn, registration, sessions } = settings
  const from = passkeys.neededFromRole
  return (
    <Cards>
      <PaddedCard aria-labelledby="passkeys">
        <div>
          <CardHeading id="passkeys">Passkeys</CardHeading>
          <Muted>Recommended</Muted>
        </div>
        <Muted>
          A passkey lets people log in with their face, fingerprint or screen lock instead of a password.{' '}
          {`${passkeys.people} of ${people(settings.people)} use one.`}
        </Muted>
        <Facts>
          <Fact name="Required for">
            {from === null ? (
              'No one'
            ) : (
              <>
                {roleTitles[from] ?? `Role ${from}`} and higher roles.{' '}
                {passkeys.missing === 0
                  ? 'Everyone has one.'
                  : `${people(passkeys.missing)} ${passkeys.missing === 1 ? 'doesn’t' : 'don’t'} have one. Until they add one, they only have ${roleTitles[1]} access.`}
              </>
            )}
          </Fact>
          <Fact name="Set in">site.json, signIn.passkeyFromRole</Fact>
        </Facts>
      </PaddedCard>
      <SingleSignOn inForce={singleSignOn} />
      <PaddedCard aria-labelledby="passwords">
        <CardHeading id="passwords">Passwords and codes</CardHeading>
        <Muted>
          {`${people(passwords.people)} ${passwords.people === 1 ? 'has' : 'have'} a password. To log in with a password, people who have a passkey also need a recovery code.`}
        </Muted>
        <Facts>
          <Fact name="New accounts">{REGISTRATION[registration] ?? registration}</Fact>
          <Fact name="Set in">site.json, signIn.registration</Fact>
        </Facts>
      </PaddedCard>
      <PaddedCard aria-labelledby="sessions">
        <CardHeading id="sessions">How long people stay logged in</CardHeading>
        <Facts>
          <Fact name="Members">{days(sessions.days)}, to cover long periods offline</Fact>
          <Fact name="Managers and above">{days(sessions.managerDays)}</Fact>
          <Fact name="Unused sessions">End after {days(sessions.unusedDays)}</Fact>
        </Facts>
        <Muted>These limits are the same for every network. People can end their own sessions under Account.</Muted>
      </PaddedCard>
    </Cards>
  )
}

function SingleSignOn({ inForce }: { inForce: SignInSettings['singleSignOn'] }) {
  const hasSignal = useHasSignal()
  const { roleTitles } = usePageData().site
  const [tested, setTested] = useState<ApiAnswer<SignOnTest> | 'asking' | null>(null)
  const test = async () => {
    setTested('asking')
    setTested(await callApi('POST', '/api/sign-in-settings/test', SignOnTest))
  }
  if (!inForce)
    return (
      <PaddedCard aria-labelledby="single-sign-on">
        <CardHeading id="single-sign-on">Single sign-on</CardHeading>
        <Muted>
          Not set up. Single sign-on lets people log in with their council account. Your server administrator turns it on with the OIDC_
          settings. Passwords and passkeys keep working.
        </Muted>
      </PaddedCard>
    )
  const { name, issuer, domains, roles, twoFactors, people: users, lastUsedAt } = inForce
  const answer = tested !== null && tested !== 'asking' ? tested : null
  const failed = answer && (!answer.ok || !answer.value.works)
  const groups = Object.entries(roles).map(([group, role]) => `${group}: ${roleTitles[role] ?? role}`)
  return (
    <PaddedCard aria-labelledby="single-sign-on">
      <CardHeading id="single-sign-on">Single sign-on</CardHeading>
      <Banner role="status" {...(failed && { 'data-failed': true })}>
        <Icon path={failed ? iconWarningFill : iconCheckCircleFill} />
        <div>
          <b>{failed ? `${name} failed the test` : answer ? `${name} works` : `${name} is set up`}</b>
          {answer ? (answer.ok ? answer.value.detail : reasonOf(answer)) : `${uses(users)}.`}
          {!answer && lastUsedAt && (
            <>
              {' '}
              <Age at={lastUsedAt} lead="Last login" />
            </>
          )}
        </div>
      </Banner>
      <Facts>
        <Fact name="Provider">{issuer}</Fact>
        <Fact name="Addresses">
          {domains ? domains.map((domain) => `@${domain}`).join(', ') : 'All addresses that the provider has verified'}
        </Fact>
        <Fact name="Roles">{groups.length > 0 ? groups.join(', ') : 'Set by managers'}</Fact>
        <Fact name="Replaces a passkey">{twoFactors.length > 0 ? `When the provider reports ${twoFactors.join(' or ')}` : 'No'}</Fact>
        <Fact name="Set in">Server settings that start with OIDC_</Fact>
      </Facts>
      <div>
        <Button variant="outlined" disabled={!hasSignal || tested === 'asking'} onClick={() => void test()}>
          {tested === 'asking' ? 'Testing…' : 'Test'}
        </Button>
      </div>
      <Muted>
        The test checks the provider’s configuration. It doesn’t log anyone in. At least one administrator always keeps a password or
        passkey.
      </Muted>
    </PaddedCard>
  )
}
