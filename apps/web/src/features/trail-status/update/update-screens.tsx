import { RecordScreens } from '#parts/record/record-screens.tsx'
import { UpdateAdd } from './update-add.tsx'
import { UpdateView } from './update-view.tsx'

const ADD = { title: 'Post an update', Screen: UpdateAdd }

/** People have already read posted updates, so updates can't be edited. */
export const UpdateScreen = () => <RecordScreens add={ADD} View={UpdateView} />
