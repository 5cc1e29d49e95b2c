import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { RECOVERY_CODES } from '@trailwarden/domain'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { Age } from '#parts/age.tsx'
import { reasonOf } from '#parts/reason.ts'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { colour } from '#ui/theme.ts'
import { toast } from '#ui/toasts.ts'
import { addPasskey, askPasskeys, canUsePasskeys, makeRecoveryCodes, removePasskey } from './passkey.ts'
import { PasswordDialog } from './password-dialog.tsx'

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
  font: '500 16px/24px ui-monospace, Menlo, Consolas, monospace',
})

type Wish = { what: 'add' } | { what: 'remove'; id: string; device: string } | { what: 'codes' }

/** The own passkeys, and the codes for the day on which none is at hand. */
export function Passkeys() {
  const { site } = usePageData()
  const { answer, askAgain } = useAnswer(askPasskeys)
  const [wish, setWish] = useState<Wish | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const close = () => setWish(null)

  async function grant(wish: Wish, password: string) {
    const done =
      wish.what === 'add'
        ? await addPasskey(password)
        : wish.what === 'remove'
          ? await removePasskey(wish.id, password)
          : await makeRecoveryCodes(password)
    if (!done.ok) return done
    if (done.value) setCodes(done.value)
    else if (wish.what === 'remove') setCodes(null)
    close()
    askAgain()
    return done
  }

  const { passkeys = [], recoveryCodesLeft = 0, required = false } = answer?.ok ? answer.value : {}
  return (
    <CentredPage>
      <PaddedCard>
        <CardHeading>Your passkeys</CardHeading>
        <Muted>
          With a passkey you log in by fingerprint, face or screen lock. Once you have one, your password alone no longer opens your
          account.
        </Muted>
        {answer && !answer.ok && <Muted>{reasonOf(answer)}</Muted>}
        {required && passkeys.length === 0 && (
          <Notice>Your role needs a passkey. Until you add one, you can do what a {site.roleTitles[1]} can do.</Notice>
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
                aria-label={`Remove the passkey of ${passkey.device}`}
                onClick={() => setWish({ what: 'remove', id: passkey.id, device: passkey.device })}
              >
                Remove
              </Button>
            </li>
          ))}
        </Rows>
        {canUsePasskeys() ? (
          <Button variant="contained" sx={{ minHeight: 56 }} disabled={!answer?.ok} onClick={() => setWish({ what: 'add' })}>
            Add a passkey
          </Button>
        ) : (
          <Muted>This browser cannot use passkeys.</Muted>
        )}
      </PaddedCard>
      {passkeys.length > 0 && (
        <PaddedCard>
          <CardHeading>Recovery codes</CardHeading>
          <Muted>
            Without your passkey you log in with your password and one of these codes. Each works once. {recoveryCodesLeft} of{' '}
            {RECOVERY_CODES} are left.
          </Muted>
          {codes && (
            <>
              <Notice>These codes are shown only now. Write them down, or keep them in a password manager.</Notice>
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
              Make new codes
            </Button>
          )}
        </PaddedCard>
      )}
      {wish && <PasswordDialog {...QUESTIONS[wish.what]} act={(password) => grant(wish, password)} onClose={close} />}
    </CentredPage>
  )
}

const QUESTIONS = {
  add: { title: 'Add a passkey', text: 'Your browser then asks for your fingerprint, face or screen lock.', send: 'Continue' },
  remove: { title: 'Remove this passkey?', text: 'You can no longer log in with it.', send: 'Remove passkey', deletes: true },
  codes: { title: 'Make new recovery codes?', text: 'The codes you have now no longer work.', send: 'Make new codes' },
}

async function copy(codes: string[]) {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast('success', ACCOUNT_MESSAGES.codesCopied)
  } catch {
    toast('error', ACCOUNT_MESSAGES.codesNotCopied)
  }
}
