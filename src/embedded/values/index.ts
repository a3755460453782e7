/** Typed values: conversion, comparison, JSON and bytes. */
export type * from './value';
export { cannotConvert, ValueError } from './errors';
export { bigFloatValue, convert, floatToInt, parseLiteral } from './convert';
export {
  compareStrings,
  compareValues,
  compareWith,
  equalValues,
  isSortable,
  sortsBefore,
  type Comparison,
} from './compare';
export { jsonString, jsonValue } from './json';
export { checkPassword, checkPasswordLength, hashPassword } from './password';
export { formatDateTime, parseDateTime } from './datetime';
export { formatGeometry, parseGeometry } from './geo';
export { formatVector, parseVector } from './vector';
