import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { SignInSettings, SignOnTest } from '@trailwarden/api'
import { type ReactNode, useState } from 'react'
import { type ApiAnswer, callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { Age } from '#parts/age.tsx'
import { reasonOf } from '#parts/reason.ts'
import { useHasSignal } from '#platform/signal.ts'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconCheckCircleFill, iconWarningFill } from '#ui/screen-icons.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
import { Loaded } from './loaded.tsx'
import { SettingsSection } from './settings-frame.tsx'

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
  open: 'Anyone registers and is a member at once',
  confirmed: 'Anyone asks, a manager says yes or no',
  invited: 'Managers invite',
  closed: 'Nobody new',
}

/** How people prove who they are: what is in force, and where it is set. */
export function SignInScreen() {
  const asked = useAnswer(askSettings)
  return (
    <SettingsSection title="Sign-in" about="How people prove who they are">
      {asked.answer?.ok ? (
        <SignInCards settings={asked.answer.value} />
      ) : (
        <PaddedCard>
          <Loaded what="The sign-in settings" asked={asked}>
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
          Face, finger or screen lock instead of a password. {passkeys.people} of {people(settings.people)} use one.
        </Muted>
        <Facts>
          <Fact name="Needed">
            {from === null ? (
              'By nobody'
            ) : (
              <>
                From {roleTitles[from] ?? `role ${from}`} on.{' '}
                {passkeys.missing === 0
                  ? 'All have one.'
                  : `${people(passkeys.missing)} without one, with the rights of a ${roleTitles[1]} until then.`}
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
          {people(passwords.people)} {passwords.people === 1 ? 'has' : 'have'} a password. Whoever also has a passkey needs a recovery code
          with it.
        </Muted>
        <Facts>
          <Fact name="New people">{REGISTRATION[registration] ?? registration}</Fact>
          <Fact name="Set in">site.json, signIn.registration</Fact>
        </Facts>
      </PaddedCard>
      <PaddedCard aria-labelledby="sessions">
        <CardHeading id="sessions">How long people stay signed in</CardHeading>
        <Facts>
          <Fact name="Members">{days(sessions.days)}, so that it works in the forest</Fact>
          <Fact name="Managers">{days(sessions.managerDays)}, and all above them</Fact>
          <Fact name="Unused">Ends after {days(sessions.unusedDays)}</Fact>
        </Facts>
        <Muted>The same in every network. Everyone can end their own sessions under Account.</Muted>
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
          Not set up. With it people sign in with the account that they have at the council. Whoever runs the server sets it up with
          OIDC_ISSUER and its companions; passwords and passkeys go on beside it.
        </Muted>
      </PaddedCard>
    )
  const { name, issuer, domains, roles, people: users, lastUsedAt } = inForce
  const answer = tested !== null && tested !== 'asking' ? tested : null
  const failed = answer && (!answer.ok || !answer.value.works)
  const groups = Object.entries(roles).map(([group, role]) => `${group}: ${roleTitles[role] ?? role}`)
  return (
    <PaddedCard aria-labelledby="single-sign-on">
      <CardHeading id="single-sign-on">Single sign-on</CardHeading>
      <Banner role="status" {...(failed && { 'data-failed': true })}>
        <Icon path={failed ? iconWarningFill : iconCheckCircleFill} />
        <div>
          <b>{failed ? `${name} did not pass the test` : answer ? `${name} works` : `${name} is set up`}</b>
          {answer ? (answer.ok ? answer.value.detail : reasonOf(answer)) : `${uses(users)}.`}
          {!answer && lastUsedAt && (
            <>
              {' '}
              <Age at={lastUsedAt} lead="Last sign-in" />
            </>
          )}
        </div>
      </Banner>
      <Facts>
        <Fact name="Provider">{issuer}</Fact>
        <Fact name="Addresses">{domains ? domains.map((domain) => `@${domain}`).join(', ') : 'All that the provider has confirmed'}</Fact>
        <Fact name="Roles">{groups.length > 0 ? groups.join(', ') : 'Given by managers here'}</Fact>
        <Fact name="Set in">the server’s settings, OIDC_ISSUER and its companions</Fact>
      </Facts>
      <div>
        <Button variant="outlined" disabled={!hasSignal || tested === 'asking'} onClick={() => void test()}>
          {tested === 'asking' ? 'Testing…' : 'Test'}
        </Button>
      </div>
      <Muted>The test asks the provider about itself and signs nobody in. One administrator always keeps a password or a passkey.</Muted>
    </PaddedCard>
  )
}
