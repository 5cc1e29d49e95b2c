import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconCall } from '#ui/icons/screen-icons.ts'
import { colour } from '#ui/theme/theme.ts'

/** The dialog has no animation, because nothing may delay or confuse people in an emergency. */
export function CallDialog({ number, onClose }: { number: string; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      transitionDuration={0}
      aria-labelledby="call-title"
      slotProps={{ paper: { sx: { borderRadius: '20px', width: 480, m: 2 } } }}
    >
      <DialogTitle id="call-title" variant="h2" sx={{ pt: 3 }}>
        Call {number}?
      </DialogTitle>
      <DialogContent>
        Read out the code on the nearest emergency post. Even with no bars, your phone may still reach {number} over another network.
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          component="a"
          href={`tel:${number}`}
          sx={{
            minHeight: 64,
            '&, &:hover': { background: colour('emergency'), color: colour('onEmergency') },
          }}
        >
          <Icon path={iconCall} />
          Call {number}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
