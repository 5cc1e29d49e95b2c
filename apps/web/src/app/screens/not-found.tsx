import { Link, useNavigate } from 'react-router'
import { hasPageBefore } from '#lib/go-back.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconArrowBack, iconHome } from '#ui/icons/icons.ts'
import { colour } from '#ui/theme/theme.ts'
import { MessageScreen } from './message-screen.tsx'

export function NotFound() {
  const navigate = useNavigate()
  return (
    <MessageScreen>
      <svg width="220" height="120" viewBox="0 0 220 120" aria-hidden="true">
        <path d="M10 104C54 108 40 66 78 64S96 26 124 30" fill="none" stroke={colour('trailGreen')} strokeWidth="7" strokeLinecap="round" />
        <path
          d="M138 36C152 46 148 78 168 88S192 96 212 94"
          fill="none"
          stroke={colour('outline')}
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray="2 14"
        />
        <g transform="translate(150 8)">
          <path d="M6 2H46A5 5 0 0 1 51 7V29A5 5 0 0 1 46 34H31L26 60L21 34H6A5 5 0 0 1 1 29V7A5 5 0 0 1 6 2Z" fill={colour('text')} />
          <text x="26" y="24" textAnchor="middle" fontSize="17" fontWeight="800" fill={colour('surface')}>
            404
          </text>
        </g>
      </svg>
      <h2>Page Not Found</h2>
      <p>There’s nothing at this address. The link may be out of date, or the page may have been deleted.</p>
      <Button variant="contained" onClick={() => (hasPageBefore() ? navigate(-1) : navigate('/'))}>
        <Icon path={iconArrowBack} />
        Go Back
      </Button>
      <Button variant="outlined" component={Link} to="/">
        <Icon path={iconHome} />
        Go Home
      </Button>
    </MessageScreen>
  )
}
