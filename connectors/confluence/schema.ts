import { z } from 'zod';

/** Records of Confluence: the fields that integrations use. @see https://developer.atlassian.com/cloud/confluence/rest/v2/ */

const text = z.string().nullish();
const time = text.meta({ format: 'date-time' });
const amount = z.int().nullish();
const id = z.string().optional().meta({ title: 'Id' });
const account = text.meta({ title: 'Account id' });
const version = z.looseObject({ number: amount, createdAt: time, authorId: text, message: text }).nullish();
const body = z.looseObject({ storage: z.looseObject({ value: text, representation: text }).nullish() }).nullish();

export const Space = z.looseObject({
  id,
  key: text,
  name: text,
  type: text,
  status: text,
  authorId: account,
  homepageId: text,
  createdAt: time,
});

const content = {
  id,
  status: text,
  title: text,
  spaceId: text,
  authorId: account,
  createdAt: time,
  version,
  body,
};

export const Page = z.looseObject({ ...content, parentId: text, parentType: text, ownerId: account, position: amount });
export const BlogPost = z.looseObject(content);

const newBody = z
  .strictObject({
    representation: z.enum(['storage', 'atlas_doc_format', 'wiki']),
    value: z.string(),
  })
  .meta({ title: 'Body', example: { representation: 'storage', value: '<p>Text</p>' } });

const newContent = {
  id: z.string().optional().meta({ title: 'Id, of a change' }),
  spaceId: z.string().min(1).meta({ title: 'Id of the space' }),
  title: z.string().min(1),
  status: z.enum(['current', 'draft']).optional(),
  body: newBody,
};

export const NewPage = z.strictObject({
  ...newContent,
  parentId: z.string().optional().meta({ title: 'Id of the page above' }),
});
export const NewBlogPost = z.strictObject(newContent);

export const Comment = z.looseObject({
  id,
  status: text,
  title: text,
  pageId: text,
  blogPostId: text,
  parentCommentId: text,
  version,
  body,
});

export const InlineComment = Comment.extend({
  resolutionStatus: text.meta({ title: 'open, reopened, resolved or dangling' }),
});

export const NewComment = z.strictObject({
  pageId: z.string().optional().meta({ title: 'Id of the page' }),
  blogPostId: z.string().optional().meta({ title: 'Id of the blog post' }),
  parentCommentId: z.string().optional().meta({ title: 'Id of the comment that is answered' }),
  body: newBody,
});

export const Attachment = z.looseObject({
  id,
  status: text,
  title: text.meta({ title: 'File name' }),
  pageId: text,
  blogPostId: text,
  mediaType: text,
  fileSize: amount,
  fileId: text,
  downloadLink: text,
  createdAt: time,
  version,
});

export const Task = z.looseObject({
  id,
  localId: text,
  spaceId: text,
  pageId: text,
  blogPostId: text,
  status: text.meta({ title: 'complete or incomplete' }),
  createdBy: account,
  assignedTo: account,
  completedBy: account,
  createdAt: time,
  updatedAt: time,
  dueAt: time,
  completedAt: time,
  body,
});

export const TaskChange = z.strictObject({
  id: z.string().min(1).meta({ title: 'Id' }),
  status: z.enum(['complete', 'incomplete']),
});

export const Label = z.looseObject({ id, name: text, prefix: text });
export const PageLabel = z.looseObject({ page_id: z.string().optional(), id, name: text, prefix: text });

export const SpacePermission = z.looseObject({
  space_id: z.string().optional(),
  id,
  principal: z.looseObject({ type: text, id: text }).nullish(),
  operation: z.looseObject({ key: text, targetType: text }).nullish(),
});

export const Group = z.looseObject({ id, name: text, type: text });

export const GroupMember = z.looseObject({
  group_id: z.string().optional(),
  accountId: z.string().optional().meta({ title: 'Account id' }),
  accountType: text,
  displayName: text,
  publicName: text,
  email: text,
});
