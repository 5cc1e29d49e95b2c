import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { Notice } from '#ui/notice.tsx'
import { colour } from '#ui/theme.ts'
import { toast } from '#ui/toasts.ts'

const Secret = styled('code')({
  display: 'block',
  padding: 12,
  borderRadius: 8,
  background: colour('surfaceSunken'),
  color: colour('text'),
  font: '500 16px/24px ui-monospace, Menlo, Consolas, monospace',
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

/** Something that is shown this once: closed by its button alone, so that no stray tap or key loses it. */
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
    <Dialog open aria-labelledby={heading} slotProps={{ paper: { sx: { borderRadius: '20px', width: 520, m: 2 } } }}>
      <DialogTitle id={heading} variant="h2" sx={{ p: '24px 24px 8px' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Notice>{children}</Notice>
        <Secret>{secret}</Secret>
        <Button variant="contained" sx={{ minHeight: 56 }} onClick={() => void copy(secret)}>
          Copy
        </Button>
        <Button onClick={onClose}>I have stored it</Button>
      </DialogContent>
    </Dialog>
  )
}
