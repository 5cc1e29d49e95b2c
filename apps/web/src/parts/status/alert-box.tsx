import { styled } from '@mui/material/styles'
import { colour, DESKTOP } from '#ui/theme/theme.ts'

// The content below the alerts adds its own padding.
export const AlertList = styled('section')({
  display: 'grid',
  gap: 8,
  padding: '12px 16px 0',
  '@media (max-width: 359px)': { padding: '12px 12px 0' },
  [DESKTOP]: { padding: '20px 24px 0' },
})

export const AlertBox = styled('article')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '24px minmax(0, 1fr)',
  gap: '0 12px',
  padding: '10px 14px',
  border: `1px solid ${colour('warning')}`,
  borderLeftWidth: 6,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  overflowWrap: 'anywhere',
  '&[data-severity=Extreme]': {
    borderColor: colour('emergency'),
    background: colour('emergencyContainer'),
    color: colour('onEmergencyContainer'),
  },
  '& > svg': { marginTop: 1 },
  '& h2': { ...theme.typography.h3, fontWeight: 600 },
  '& p': theme.typography.body2,
  '& a': { color: 'inherit' },
}))

export const AlertPill = styled('details')({
  maxWidth: '100%',
  '& > summary': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 44,
    padding: '0 14px 0 10px',
    borderRadius: 22,
    border: `1px solid ${colour('warning')}`,
    background: colour('warningContainer'),
    color: colour('onWarningContainer'),
    fontWeight: 600,
    listStyle: 'none',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
  },
  '& > summary[data-severity=Extreme]': {
    borderColor: colour('emergency'),
    background: colour('emergencyContainer'),
    color: colour('onEmergencyContainer'),
  },
  '& > summary::-webkit-details-marker': { display: 'none' },
  '& > section': { padding: '8px 0 0', maxHeight: '50vh', overflowY: 'auto' },
  [DESKTOP]: { width: 440, '& > section': { padding: '8px 0 0' } },
})
