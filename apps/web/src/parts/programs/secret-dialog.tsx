import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'

const Secret = styled('code')({
  display: 'block',
  padding: 12,
  borderRadius: 8,
  background: colour('surfaceSunken'),
  color: colour('text'),
  font: '500 1rem/1.5rem ui-monospace, Menlo, Consolas, monospace',
  overflowWrap: 'anywhere',
})

async function copy(secret: string) {
  try {
    await navigator.clipboard.writeText(secret)
    toast('success', 'Copied')
  } catch {
    toast('error', 'Couldn’t copy. Select the text and copy it.')
  }
}

/** The secret is shown only once, so a stray tap or key must not close the dialog. */
export function SecretDialog({
  title,
  secret,
  children,
  onClose,
}: {
  title: string
  secret: string
  children: ReactNode
  onClose: () => void
}) {
  const heading = useId()
  return (
    <Dialog aria-labelledby={heading} slotProps={{ paper: { sx: { borderRadius: '20px', width: 520, m: 2 } } }}>
      <DialogTitle id={heading} variant="h2" sx={{ p: '24px 24px 8px' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Notice>{children}</Notice>
        <Secret>{secret}</Secret>
        <Button variant="contained" sx={{ minHeight: 56 }} onClick={() => void copy(secret)}>
          Copy
        </Button>
        <Button onClick={onClose}>I’ve saved it</Button>
      </DialogContent>
    </Dialog>
  )
}
