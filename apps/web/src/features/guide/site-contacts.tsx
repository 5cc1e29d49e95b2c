import type { Site } from '@trailwarden/site'
import { PageLink } from '#parts/page/guide-markdown.tsx'
import { Muted } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'

const List = styled('ul')({
  margin: '16px 0',
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  '& > li': { padding: '12px 16px' },
  '& > li + li': { borderTop: `1px solid ${colour('line')}` },
  '& b': { display: 'block', fontWeight: 600 },
  // Two stacked targets must each be tall enough for a finger.
  '& a, & button': { display: 'inline-flex', alignItems: 'center', minHeight: 48, marginRight: 24, overflowWrap: 'anywhere' },
})

const hostOf = (url: string) => new URL(url).hostname.replace(/^www\./, '')

export function SiteContacts({ contacts }: { contacts: Site['contacts'] }) {
  if (contacts.length === 0) return null
  return (
    <List>
      {contacts.map(({ title, note, phone, email, url }) => (
        <li key={title}>
          <b>{title}</b>
          {note && <Muted>{note}</Muted>}
          {phone && <PageLink href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</PageLink>}
          {email && <PageLink href={`mailto:${email}`}>{email}</PageLink>}
          {url && <PageLink href={url}>{hostOf(url)}</PageLink>}
        </li>
      ))}
    </List>
  )
}
