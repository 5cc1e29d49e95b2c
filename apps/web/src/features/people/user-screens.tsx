import { RecordScreens } from '#parts/record/record-screens.tsx'
import { UserAdd } from './user-add.tsx'
import { UserEdit } from './user-edit.tsx'
import { UserView } from './user-view.tsx'

const ADD = { title: 'Add a user', Screen: UserAdd }
const EDIT = { title: 'Edit user', Screen: UserEdit }

export const UserScreen = () => <RecordScreens add={ADD} edit={EDIT} View={UserView} />
