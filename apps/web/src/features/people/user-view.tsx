import { labelOf, type Person, seesWholeAuditLog } from '@trailwarden/domain'
import { personKind } from '@trailwarden/domain/person/person-kind'
import { Link, useNavigate, useParams } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { useRecord } from '#data/use-records.ts'
import { Avatar } from '#parts/person/avatar.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { type Fact, RecordFacts } from '#parts/record/record-facts.tsx'
import { RecordColumns, RecordHead } from '#parts/record/record-frame.tsx'
import { RecordMissing } from '#parts/record/record-missing.tsx'
import { Age } from '#parts/status/age.tsx'
import { Button } from '#ui/button.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconEdit } from '#ui/icons/screen-icons.ts'
import { useNamedScreen } from '#ui/screen-name.ts'
import { ConfirmAddress } from './confirm-address.tsx'
import { DeleteUser } from './delete-user.tsx'
import { LastActive } from './invitation.tsx'
import { askAccess, mayDo, mayEdit } from './people.ts'
import { SecondFactor } from './second-factor.tsx'
import { UserLevel } from './user-level.tsx'

/** The data is on this device, so the screen works offline. */
export function UserView() {
  const { id = '' } = useParams()
  const view = useRecord('person', id)
  if (view === undefined) return null
  if (view === null) return <RecordMissing />
  return <Shown user={view.data} />
}

function Shown({ user }: { user: Person }) {
  const { site } = usePageData()
  const navigate = useNavigate()
  const me = useSignedIn()
  const may = mayDo(me, user)
  useNamedScreen(user.displayName)
  const { answer, askAgain } = useAnswer(askAccess)
  const access = answer?.ok ? answer.value.people.find(({ id }) => id === user.id) : undefined
  const label = (field: keyof Person) => labelOf(personKind, field)
  const facts: Fact[] = [
    [
      label('email'),
      <a key="email" href={`mailto:${user.email}`}>
        {user.email}
      </a>,
    ],
    [
      label('phone'),
      user.phone ? (
        <a key="phone" href={`tel:${user.phone.replaceAll(/\s/g, '')}`}>
          {user.phone}
        </a>
      ) : (
        'No phone'
      ),
    ],
    [label('role'), `${site.roleTitles[user.role]} (Level ${user.role})`],
    [label('createdAt'), <Age key="at" at={user.createdAt} />],
    ...(access
      ? ([
          ['Logs in with', access.signsInWith.join(', ') || 'Not yet'],
          ['Last active', <LastActive key="active" user={user} access={access} onSend={askAgain} />],
        ] satisfies Fact[])
      : []),
  ]
  return (
    <>
      <RecordHead>
        <div>
          <h2>
            <Avatar name={user.displayName} picture={user.pictureId} />
            {user.displayName}
          </h2>
          <p>
            <UserLevel user={user} />
            {user.id === me.id && 'This is you'}
          </p>
        </div>
        {mayEdit(me, user) && (
          <FootBar of="record">
            {may.delete && <DeleteUser id={user.id} onDelete={() => void navigate('/management/users')} />}
            <Button className="grows" variant="contained" component={Link} to={`/users/edit/${user.id}`}>
              <Icon path={iconEdit} />
              Edit
            </Button>
          </FootBar>
        )}
      </RecordHead>
      <RecordColumns>
        <div>
          <RecordFacts facts={facts} />
          {seesWholeAuditLog(me) && (
            <Button sx={{ justifySelf: 'start' }} component={Link} to={`/management/audit-log?person=${user.id}`}>
              Open their audit log
            </Button>
          )}
          {access && <ConfirmAddress user={user} access={access} onChange={askAgain} />}
          {access && <SecondFactor user={user} request={access.resetRequest} onChange={askAgain} />}
        </div>
      </RecordColumns>
    </>
  )
}
