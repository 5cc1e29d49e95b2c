import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icons/icon.tsx'
import { iconDelete } from '../icons/screen-icons.ts'
import { Dialog } from './dialog.tsx'

type Answer = { title: string; act: () => void }
type Props = {
  title: string
  icon?: string
  confirm?: Answer & { deletes?: boolean; disabled?: boolean; icon?: string }
  cancel: Answer
  /** Escape and a tap outside both give the safe answer. */
  onClose: () => void
  width?: number
  children?: ReactNode
}

export function ConfirmDialog({ title, icon, confirm, cancel, onClose, width = 480, children }: Props) {
  const heading = useId()
  return (
    <Dialog
      onClose={onClose}
      aria-labelledby={heading}
      slotProps={{ paper: { sx: { borderRadius: '20px', width, maxWidth: width, m: 2 } } }}
    >
      <DialogTitle id={heading} variant="h2" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, p: '24px 24px 8px' }}>
        {icon && <Icon path={icon} size={32} />}
        {title}
      </DialogTitle>
      {children && <DialogContent sx={{ color: 'text.secondary' }}>{children}</DialogContent>}
      <DialogActions sx={{ p: '4px 16px 16px', gap: 1 }}>
        <Button onClick={cancel.act}>{cancel.title}</Button>
        {confirm && (
          <Button variant={confirm.deletes ? 'danger' : 'contained'} disabled={confirm.disabled ?? false} onClick={confirm.act}>
            {confirm.deletes ? <Icon path={iconDelete} /> : confirm.icon && <Icon path={confirm.icon} />}
            {confirm.title}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
