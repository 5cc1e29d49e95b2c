import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Avatar } from '../../../../../apps/web/src/parts/person/avatar.tsx'
import type { Column } from '../../../../../apps/web/src/parts/record-table/column.ts'
import { RecordTable } from '../../../../../apps/web/src/parts/record-table/record-table.tsx'
import { iconEdit, iconPersonAdd } from '../../../../../apps/web/src/ui/icons/screen-icons.ts'
import { colour } from '../../../../../apps/web/src/ui/theme/theme.ts'

type SampleUser = { id: string; name: string; role: number; email: string; phone: string | null }

const NAMES = ['Dan Whitby', 'Helen Cho', 'Jack Rowe', 'Kit Farrell', 'Mara Lind', 'Owen Marsh', 'Priya Nair', 'Ruth Abel', 'Sione Taufa']

const sampleUsers = (count: number): SampleUser[] =>
  Array.from({ length: count }, (_, i) => {
    const name = `${NAMES[i % NAMES.length]}${i < NAMES.length ? '' : ` ${i}`}`
    const phone = i % 4 === 3 ? null : `0491 570 ${String(i % 1000).padStart(3, '0')}`
    return { id: String(i), name, role: i % 5 === 4 ? 2 : 1, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.org`, phone }
  })

const Level = styled('span')(({ theme }) => ({
  ...theme.typography.subtitle2,
  padding: '2px 8px',
  borderRadius: 6,
  background: colour('surfaceSunken'),
  color: colour('text2'),
  '&[data-above]': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
}))

const levelTag = ({ role }: SampleUser) => <Level {...(role > 1 && { 'data-above': true })}>Level {role}</Level>

const CardBox = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gridTemplateColumns: 'auto 1fr auto',
  alignItems: 'center',
  gap: 14,
  padding: '10px 16px',
  color: colour('text2'),
  '& h3': { ...theme.typography.h3, color: colour('text') },
}))

const columns: Column<SampleUser>[] = [
  {
    id: 'edit',
    title: 'Edit',
    type: 'icon-link',
    width: 75,
    icon: iconEdit,
    value: (row) => `/users/edit/${row.id}`,
    label: (row) => `Edit ${row.name}`,
  },
  { id: 'name', title: 'Name', type: 'avatar', width: 260, value: (row) => row.name, primary: true },
  { id: 'role', title: 'Role', type: 'custom', width: 140, value: (row) => `Level ${row.role}`, render: levelTag },
  { id: 'email', title: 'Email', type: 'email', value: (row) => row.email },
  { id: 'phone', title: 'Phone', type: 'messaging', width: 190, value: (row) => row.phone, empty: 'No phone' },
]

function card(row: SampleUser) {
  return (
    <CardBox>
      <Avatar name={row.name} />
      <div>
        <h3>{row.name}</h3>
        {row.email}
      </div>
      {levelTag(row)}
    </CardBox>
  )
}

export function SampleUsers({ count }: { count: number }) {
  const [rows] = useState(() => sampleUsers(count))
  return (
    <RecordTable
      collection="users"
      rows={rows}
      columns={columns}
      timeZone="Australia/Hobart"
      defaultSort={{ column: 'name', descending: false }}
      card={card}
      joinedCards
      empty="No users yet"
      action={{ title: 'Add a user', icon: iconPersonAdd, to: '/users/add', onPhone: true }}
    />
  )
}
