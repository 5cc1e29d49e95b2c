import type { Person } from '@trailwarden/domain'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { useRecords } from '#data/use-records.ts'
import { Avatar } from '#parts/person/avatar.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { noteExport } from '#parts/record/note-export.ts'
import type { Column } from '#parts/record-table/column.ts'
import { RecordTable } from '#parts/record-table/record-table.tsx'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconEdit, iconPersonAdd } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { AccountRequests } from './account-requests.tsx'
import { InvitationLine, LastActive } from './invitation.tsx'
import { askAccess, mayEdit } from './people.ts'
import { UserLevel } from './user-level.tsx'

const UserCard = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 64,
  padding: '8px 16px',
  '& > div': { flex: 1, minWidth: 0 },
  '& > div > div': { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 8 },
  '& > a': { margin: '0 -12px 0 -8px' },
  '& b': { minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere', '& a': { color: colour('link') } },
  '& small': { display: 'block', fontSize: rem(14), color: colour('text2'), overflow: 'hidden', textOverflow: 'ellipsis' },
})

function NameOf({ user, me }: { user: Person; me: Person }) {
  return user.id === me.id ? `${user.displayName} (you)` : user.displayName
}

const NOTE_EXPORT = noteExport('users')
const BY_NAME = { column: 'name', descending: false }
const ADD = { title: 'Add a user', icon: iconPersonAdd, to: '/users/add', onPhone: true }

const editPath = (user: Person) => `/users/edit/${user.id}`
const viewPath = (user: Person) => `/users/view/${user.id}`

/** Invitations and requests come from the server and aren't available offline. */
export function UserList() {
  const { site } = usePageData()
  const me = useSignedIn()
  const views = useRecords('people', { kind: 'person' })
  const users = useMemo(() => views?.map(({ data }) => data), [views])
  const { answer, askAgain } = useAnswer(askAccess)
  const isKnown = answer?.ok === true
  const access = useMemo(() => {
    const { people, requests } = answer?.ok ? answer.value : { people: [], requests: [] }
    return { requests, of: new Map(people.map((one) => [one.id, one])) }
  }, [answer])
  const columns = useMemo<readonly Column<Person>[]>(() => {
    return [
      {
        id: 'edit',
        title: 'Edit',
        type: 'icon-link',
        width: 75,
        icon: iconEdit,
        value: (user) => (mayEdit(me, user) ? editPath(user) : null),
        label: (user) => `Edit ${user.displayName}`,
      },
      {
        id: 'name',
        title: 'Name',
        type: 'avatar',
        primary: true,
        value: (user) => user.displayName,
        render: (user) => (
          <Link className="person" to={viewPath(user)}>
            <Avatar name={user.displayName} picture={user.pictureId} size={32} />
            <NameOf user={user} me={me} />
          </Link>
        ),
      },
      {
        id: 'role',
        title: 'Role',
        type: 'text',
        width: 160,
        group: site.roleTitles,
        value: (user) => site.roleTitles[user.role],
        sortValue: (user) => user.role,
        render: (user) => <UserLevel user={user} />,
      },
      { id: 'email', title: 'Email', type: 'email', value: (user) => user.email },
      { id: 'phone', title: 'Phone', type: 'messaging', width: 160, empty: 'No phone', value: (user) => user.phone },
      {
        id: 'signsInWith',
        title: 'Logs in with',
        type: 'text',
        width: 130,
        dropBelow: 1280,
        empty: isKnown ? 'Not yet' : '',
        value: (user) => access.of.get(user.id)?.signsInWith.join(', '),
      },
      {
        id: 'lastActive',
        title: 'Last active',
        type: 'date',
        width: 190,
        dropBelow: 1100,
        value: (user) => access.of.get(user.id)?.lastActiveAt,
        render: (user) => <LastActive user={user} access={access.of.get(user.id)} onSend={askAgain} />,
      },
    ]
  }, [me, site, access, isKnown, askAgain])
  if (!users) return null
  return (
    <>
      <AccountRequests requests={access.requests} onAnswer={askAgain} />
      <RecordTable
        collection="users"
        rows={users}
        columns={columns}
        timeZone={site.timeZone}
        defaultSort={BY_NAME}
        empty="No users yet"
        action={ADD}
        onExport={NOTE_EXPORT}
        joinedCards
        card={(user) => (
          <UserCard>
            <Avatar name={user.displayName} picture={user.pictureId} />
            <div>
              <div>
                <b>
                  <Link to={viewPath(user)}>
                    <NameOf user={user} me={me} />
                  </Link>
                </b>
                <UserLevel user={user} />
              </div>
              <small>{user.email}</small>
              {user.phone && <small>{user.phone}</small>}
              <InvitationLine invitation={access.of.get(user.id)?.invitation} />
            </div>
            {mayEdit(me, user) && (
              <IconButton component={Link} to={editPath(user)} aria-label={`Edit ${user.displayName}`}>
                <Icon path={iconEdit} />
              </IconButton>
            )}
          </UserCard>
        )}
      />
    </>
  )
}
