import { z } from 'zod';

/** Records of HR Cloud's REST API. @see https://support.hrcloud.com/help-center/request */

const text = z.string().nullish();
const open = z.record(z.string(), z.json()).nullish();
const common = { Id: z.string().meta({ title: 'Id' }), xRecordStatus: text.meta({ title: 'Record status' }) };

export const Employee = z.looseObject({
  ...common,
  xEmployeeNumber: text.meta({ title: 'Employee number' }),
  xFirstName: text.meta({ title: 'First name' }),
  xMiddleName: text,
  xLastName: text.meta({ title: 'Last name' }),
  xFullName: text,
  xEmail: text.meta({ title: 'E-mail address' }),
  xPersonalEmail: text,
  xCellPhone: text,
  xAddress1: text,
  xCity: text,
  xCountry: text,
  xStartDate: text,
  xSeparationDate: text,
  xSeparationReason: text,
  xDepartmentLookup: open.meta({ title: 'Department' }),
  xDivisionLookup: open.meta({ title: 'Division' }),
  xLocationLookup: open.meta({ title: 'Location' }),
  xPositionLookup: open.meta({ title: 'Position' }),
  xManagerLookup: open.meta({ title: 'Manager' }),
  xEmploymentStatusLookup: open.meta({ title: 'Employment status' }),
  xCreatedOn: text,
});

export const Department = z.looseObject({
  ...common,
  xDepartmentCode: text.meta({ title: 'Code' }),
  xDepartmentName: text.meta({ title: 'Name' }),
});

export const Division = z.looseObject({
  ...common,
  xDivisionCode: text.meta({ title: 'Code' }),
  xDivisionName: text.meta({ title: 'Name' }),
});

export const Location = z.looseObject({
  ...common,
  xLocationCode: text.meta({ title: 'Code' }),
  xLocationName: text.meta({ title: 'Name' }),
  xDescription: text,
  xAddress: text,
});

export const Position = z.looseObject({
  ...common,
  xPositionCode: text.meta({ title: 'Code' }),
  xPositionTitle: text.meta({ title: 'Title' }),
  xDescription: text,
});

export const EmploymentStatus = z.looseObject({ ...common, xType: text.meta({ title: 'Type' }) });
