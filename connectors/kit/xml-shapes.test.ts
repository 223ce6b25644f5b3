import { describe, expect, it } from 'vitest';
import { decodeXml } from '../drivers/shared/decode/xml.ts';
import { toJsonObject } from './type-guards.ts';
import { shapeXml, type XmlShapes } from './xml-shapes.ts';

const shapes: XmlShapes = {
  documents: { DescribeResponse: 'Result' },
  structures: {
    Result: { instancesSet: 'Instances:Instance[item]' },
    Instance: {
      instanceId: 'InstanceId',
      ebsOptimized: 'EbsOptimized:boolean',
      size: 'Size:number',
      mapping: 'BlockDeviceMappings:Mapping[item]',
      names: 'Names[item]',
      Part: 'Parts:Mapping[]',
      state: 'State:State',
    },
    Mapping: { deviceName: 'DeviceName', on: 'On:boolean' },
    State: { code: 'Code:number' },
  },
};
const shape = shapeXml(shapes, ['DescribeResponse', 'instancesSet', 'item']);

function read(xml: string): unknown {
  return shape(toJsonObject(toJsonObject(decodeXml(`<item>${xml}</item>`))['item']));
}

describe('connectors/kit/xml-shapes', () => {
  it('gives names and types of the model, and keeps what the model does not know', () => {
    expect(
      read('<instanceId>i-1</instanceId><ebsOptimized>false</ebsOptimized><size>8</size><other>true</other>'),
    ).toEqual({ InstanceId: 'i-1', EbsOptimized: false, Size: 8, other: 'true' });
  });

  it.each([
    ['no element', '<mapping/>', []],
    ['one element', '<mapping><item><deviceName>a</deviceName></item></mapping>', [{ DeviceName: 'a' }]],
    [
      'two elements',
      '<mapping><item><deviceName>a</deviceName><on>true</on></item><item><deviceName>b</deviceName></item></mapping>',
      [{ DeviceName: 'a', On: true }, { DeviceName: 'b' }],
    ],
  ])('makes a list of a wrapper with %s', (_, xml, expected) => {
    expect(read(xml)).toEqual({ BlockDeviceMappings: expected });
  });

  it('makes a list of an element that is there once and of one that is repeated', () => {
    expect(read('<Part><on>true</on></Part>')).toEqual({ Parts: [{ On: true }] });
    expect(read('<Part><on>true</on></Part><Part><on>false</on></Part>')).toEqual({
      Parts: [{ On: true }, { On: false }],
    });
  });

  it('makes lists of texts', () => {
    expect(read('<names><item>a</item></names>')).toEqual({ Names: ['a'] });
  });

  it('leaves absent members absent, and gives an empty structure no members', () => {
    expect(read('<state/>')).toEqual({ State: {} });
    expect(read('')).toEqual({});
  });

  it('keeps as text what would lose digits as a number', () => {
    expect(read('<size>9007199254740993</size>')).toEqual({ Size: '9007199254740993' });
    expect(read('<size>many</size>')).toEqual({ Size: 'many' });
    expect(read('<size/>')).toEqual({ Size: null });
  });

  it('refuses a path that the model does not have', () => {
    expect(() => shapeXml(shapes, ['DescribeResponse', 'other'])).toThrow('no structure at DescribeResponse.other');
  });
});
