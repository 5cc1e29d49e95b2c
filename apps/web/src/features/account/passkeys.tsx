import type { IdentityProof } from '@trailwarden/api'
import { RECOVERY_CODES } from '@trailwarden/domain'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { IdentityDialog } from '#parts/person/identity-dialog.tsx'
import { useLinkToken } from '#parts/person/link-token.ts'
import { canUsePasskeys } from '#parts/person/passkey-answer.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { Age } from '#parts/status/age.tsx'
import { Button } from '#ui/button.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { PasskeyButton } from './login/passkey-button.tsx'
import { addPasskey, askPasskeys, makeRecoveryCodes, removePasskey, requestPasskeyLink } from './passkey.ts'

const Rows = styled('ul')({
  '& li': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 56, padding: '8px 0' },
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& li > div': { flex: 1, minWidth: 0 },
  '& b': { fontWeight: 600 },
})

const Codes = styled('ol')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
  gap: '8px 16px',
  padding: 12,
  borderRadius: 8,
  background: colour('surfaceSunken'),
  font: '500 1rem/1.5rem ui-monospace, Menlo, Consolas, monospace',
})

type Wish = { what: 'add' } | { what: 'link' } | { what: 'remove'; id: string; device: string } | { what: 'codes' }

export function Passkeys() {
  const { site } = usePageData()
  const { email } = useSignedIn()
  const token = useLinkToken()
  const { answer, askAgain } = useAnswer(askPasskeys)
  const [isSent, setIsSent] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const [wish, setWish] = useState<Wish | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const close = () => setWish(null)

  async function grant(wish: Wish, proof: IdentityProof) {
    const done =
      wish.what === 'add'
        ? await addPasskey(proof)
        : wish.what === 'link'
          ? await requestPasskeyLink(proof)
          : wish.what === 'remove'
            ? await removePasskey(wish.id, proof)
            : await makeRecoveryCodes(proof)
    if (!done.ok) return done
    if (done.value) setCodes(done.value)
    else if (wish.what === 'remove') setCodes(null)
    setIsSent(wish.what === 'link')
    close()
    askAgain()
    return done
  }

  async function addByLink(token: string) {
    setIsAdding(true)
    const done = await addPasskey({ token })
    setIsAdding(false)
    if (!done.ok) return toast('error', done.message)
    setIsSent(false)
    setCodes(done.value)
    askAgain()
  }

  const { passkeys = [], recoveryCodesLeft = 0, required = false, hasTwoFactors = false } = answer?.ok ? answer.value : {}
  const hasAdded = codes !== null
  return (
    <CentredPage>
      <PaddedCard>
        <CardHeading>Your passkeys</CardHeading>
        <Muted>
          A passkey lets you log in with your fingerprint, face or screen lock. Once you have a passkey, you can’t log in with just your
          password.
        </Muted>
        {answer && !answer.ok && <Muted>{reasonOf(answer)}</Muted>}
        {required && passkeys.length === 0 && (
          <Notice>Your role needs a passkey. Until you add one, you only have {site.roleTitles[1]} access.</Notice>
        )}
        {required && passkeys.length > 0 && !hasTwoFactors && (
          <>
            <Notice>
              You logged in without your passkey, so you only have {site.roleTitles[1]} access. Log in with it to get full access.
            </Notice>
            <PasskeyButton onDone={askAgain} />
          </>
        )}
        <Rows>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <b>{passkey.device}</b>
                <Muted>
                  <Age at={passkey.createdAt} lead="Added" />
                  {passkey.lastUsedAt && (
                    <>
                      , <Age at={passkey.lastUsedAt} lead="last used" />
                    </>
                  )}
                </Muted>
              </div>
              <Button
                aria-label={`Remove the passkey for ${passkey.device}`}
                onClick={() => setWish({ what: 'remove', id: passkey.id, device: passkey.device })}
              >
                Remove
              </Button>
            </li>
          ))}
        </Rows>
        {isSent && <Notice>We sent a link to {email}. Open it on this device within an hour to add your passkey.</Notice>}
        {!canUsePasskeys() ? (
          <Muted>This browser doesn’t support passkeys.</Muted>
        ) : token && !hasAdded ? (
          <Button variant="contained" sx={{ minHeight: 56 }} disabled={isAdding} onClick={() => void addByLink(token)}>
            Add a passkey on this device
          </Button>
        ) : (
          <Button
            variant="contained"
            sx={{ minHeight: 56 }}
            disabled={!answer?.ok}
            onClick={() => setWish({ what: hasTwoFactors ? 'add' : 'link' })}
          >
            {isSent ? 'Send the link again' : 'Add a passkey'}
          </Button>
        )}
      </PaddedCard>
      {passkeys.length > 0 && (
        <PaddedCard>
          <CardHeading>Recovery codes</CardHeading>
          <Muted>
            If you don’t have your passkey, log in with your password and a recovery code. Each code works once. You have{' '}
            {recoveryCodesLeft} of {RECOVERY_CODES} left.
          </Muted>
          {codes && (
            <>
              <Notice>You won’t see these codes again. Write them down or save them in a password manager.</Notice>
              <Codes aria-label="Recovery codes">
                {codes.map((code) => (
                  <li key={code}>{code}</li>
                ))}
              </Codes>
              <Button variant="outlined" onClick={() => void copy(codes)}>
                Copy the codes
              </Button>
            </>
          )}
          {!codes && (
            <Button variant="outlined" onClick={() => setWish({ what: 'codes' })}>
              Create new codes
            </Button>
          )}
        </PaddedCard>
      )}
      {wish && (
        <IdentityDialog {...QUESTIONS[wish.what]} hasPasskey={passkeys.length > 0} act={(proof) => grant(wish, proof)} onClose={close} />
      )}
    </CentredPage>
  )
}

const QUESTIONS = {
  link: { title: 'Add a passkey', text: 'We’ll email you a link first, so no one else can add a passkey.', send: 'Send link' },
  add: { title: 'Add a passkey', text: 'Your browser will then ask for your fingerprint, face or screen lock.', send: 'Continue' },
  remove: { title: 'Remove this passkey?', text: 'You won’t be able to log in with it.', send: 'Remove passkey', deletes: true },
  codes: { title: 'Create new recovery codes?', text: 'Your current codes will stop working.', send: 'Create new codes' },
}

async function copy(codes: string[]) {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast('success', ACCOUNT_MESSAGES.codesCopied)
  } catch {
    toast('error', ACCOUNT_MESSAGES.codesNotCopied)
  }
}
